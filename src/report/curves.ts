import { type Markup, markup, round } from "./markup.ts";
import { legend, seriesColour } from "./series.ts";
import { stylesheet } from "./stylesheet.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
  /** Shown when the pointer rests on it. */
  readonly note?: string;
  /** How much it stands for: the larger, the bigger its dot. */
  readonly weight?: number;
}

export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
  /** `dots`: points without an order. `steps`: a value that holds until the next one. */
  readonly form?: "line" | "dots" | "steps";
}

export interface CurveOptions {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** The upper end of each axis; they begin at 0. */
  readonly most?: { readonly x?: number; readonly y?: number };
  /** A dashed line from corner to corner: what would be ideal. */
  readonly diagonal?: boolean;
  readonly format?: { readonly x?: (value: number) => string; readonly y?: (value: number) => string };
}

const width = 460;
const height = 300;
const inset = { left: 52, right: 14, top: 10, bottom: 44 };

/** Lines over two axes that begin at 0. */
export const curves = (list: readonly Curve[], options: CurveOptions): Markup =>
  markup`<div><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${options.title}">${drawing(list, options)}</svg>${legend(list.map(({ name }) => name))}</div>`;

const legendLine = 20;

/** The same as a file of its own, for documents: it brings its colours along, light or dark as the reader's system. */
export const curvesPicture = (list: readonly Curve[], options: CurveOptions): string => {
  const names = list.map(
    ({ name }, index) =>
      markup`<rect x="${inset.left}" y="${height + index * legendLine - 10}" width="11" height="11" rx="3" fill="${seriesColour(index)}"/><text x="${inset.left + 18}" y="${height + index * legendLine}">${name}</text>`,
  );
  const bottom = height + list.length * legendLine;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom}" width="${width * 1.5}" role="img" aria-label="${options.title}">
<style>${{ html: stylesheet }}</style>
<rect width="${width}" height="${bottom}" fill="var(--card)"/>
${drawing(list, options)}
${names}</svg>
`.html;
};

const drawing = (list: readonly Curve[], options: CurveOptions): Markup => {
  const most = { x: options.most?.x ?? 1, y: options.most?.y ?? 1 };
  const share = (value: number, end: number): number => (end === 0 ? 0 : Math.min(1, Math.max(0, value / end)));
  const x = (value: number): number => round(inset.left + (width - inset.left - inset.right) * share(value, most.x));
  const y = (value: number): number =>
    round(height - inset.bottom - (height - inset.top - inset.bottom) * share(value, most.y));
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const [showX, showY] = [options.format?.x ?? percent, options.format?.y ?? percent];
  const grid = ticks.map(
    (at) => markup`<line class="grid" x1="${x(0)}" x2="${x(most.x)}" y1="${y(at * most.y)}" y2="${y(at * most.y)}"/>
<text class="end" x="${inset.left - 8}" y="${y(at * most.y) + 4}">${showY(at * most.y)}</text>
<text class="middle" x="${x(at * most.x)}" y="${height - inset.bottom + 18}">${showX(at * most.x)}</text>`,
  );
  const ideal =
    options.diagonal === true ? markup`<path class="ideal" d="M${x(0)} ${y(0)}L${x(most.x)} ${y(most.y)}"/>` : "";
  const lines = list.map(({ points, name, form = "line" }, index) => {
    const colour = seriesColour(index);
    const path = points
      .map((point, at) =>
        form === "steps" && at > 0
          ? `H${x(point.x)}V${y(point.y)}`
          : `${at === 0 ? "M" : "L"}${x(point.x)} ${y(point.y)}`,
      )
      .join("");
    const heaviest = Math.max(1, ...points.map(({ weight = 1 }) => weight));
    // Many points are a line; a few are seen one by one.
    const isPlain = form === "steps" || (form === "line" && points.length > 40);
    const dots = isPlain ? [] : points.map((point) => dot(point, { name, colour, heaviest, x, y }));
    if (form === "dots") return markup`${dots}`;
    return markup`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>${dots}`;
  });
  return markup`${grid}
${ideal}${lines}
<text class="middle" x="${(x(0) + x(most.x)) / 2}" y="${height - 6}">${options.x}</text>
<text class="middle" transform="translate(13 ${(y(0) + y(most.y)) / 2}) rotate(-90)">${options.y}</text>`;
};

const dot = (
  { x: at, y: up, note, weight = 1 }: Point,
  drawing: {
    readonly name: string;
    readonly colour: string;
    readonly heaviest: number;
    readonly x: (value: number) => number;
    readonly y: (value: number) => number;
  },
): Markup =>
  markup`<circle cx="${drawing.x(at)}" cy="${drawing.y(up)}" r="${round(3 + 4 * Math.sqrt(weight / drawing.heaviest))}" fill="${drawing.colour}"><title>${drawing.name}${note === undefined ? "" : `: ${note}`}</title></circle>`;

const percent = (value: number): string => `${Math.round(value * 100)}%`;
