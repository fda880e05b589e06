import { type Markup, markup } from "./markup.ts";

export interface DiagramNode {
  readonly name: string;
  readonly detail: string;
  readonly covered: boolean;
}

export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly covered: boolean;
}

const box = { x: 190, width: 250, height: 34 };
const step = 58;
const top = 12;

const colour = (covered: boolean): string => (covered ? "var(--good)" : "var(--bad)");
const wash = (covered: boolean): string => (covered ? "var(--wash-good)" : "var(--wash-bad)");

/**
 * A flow from top to bottom, in the order of its file: the way to the next step goes straight down, jumps forward bend to the right, and
 * jumps back to the left. What was met is green; what was not is red, and dashed.
 */
export const flowDiagram = (nodes: readonly DiagramNode[], edges: readonly DiagramEdge[], title: string): Markup => {
  const placeOf = new Map(nodes.map(({ name }, index) => [name, index]));
  const height = top * 2 + Math.max(1, nodes.length) * step;
  const drawnEdges = edges.flatMap((edge, index) => {
    const [from, to] = [placeOf.get(edge.from), placeOf.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    return [drawEdge(edge, { from, to, spread: (index % 4) * 12 })];
  });
  const drawnNodes = nodes.map(({ name, detail, covered }, index) => {
    const y = top + index * step;
    return markup`<g><title>${name}: ${covered ? "met" : "not met"}</title>
<rect x="${box.x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" style="fill:${wash(covered)};stroke:${colour(covered)}"${covered ? "" : { html: ' stroke-dasharray="5 4"' }}/>
<text class="ink middle" x="${box.x + box.width / 2}" y="${y + 15}">${shortened(name)}</text>
<text class="middle" x="${box.x + box.width / 2}" y="${y + 29}">${shortened(detail)}</text></g>
`;
  });
  return markup`<svg viewBox="0 0 640 ${height}" style="max-width:640px" role="img" aria-label="${title}">${drawnEdges}
${drawnNodes}</svg>`;
};

const shortened = (text: string): string => {
  const line = text.replaceAll("\n", " ");
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
};

function drawEdge(
  { label, covered }: DiagramEdge,
  { from, to, spread }: { readonly from: number; readonly to: number; readonly spread: number },
): Markup {
  const style = `fill:none;stroke:${colour(covered)};stroke-width:${covered ? 2 : 1.5}`;
  const dashes = covered ? "" : { html: ' stroke-dasharray="4 4"' };
  const start = top + from * step + box.height;
  if (to === from + 1)
    return markup`<path d="M${box.x + box.width / 2} ${start}v${step - box.height}" style="${style}"${dashes}/>
<text x="${box.x + box.width / 2 + 6}" y="${start + 15}">${shortened(label)}</text>`;
  const [y, end] = [top + from * step + box.height / 2, top + to * step + box.height / 2];
  const isBack = to <= from;
  const x = isBack ? box.x : box.x + box.width;
  const bend = isBack ? x - 40 - spread : x + 40 + spread;
  const text = isBack
    ? markup`<text class="end" x="${bend - 2}" y="${(y + end) / 2}">${shortened(label)}</text>`
    : markup`<text x="${bend + 2}" y="${(y + end) / 2}">${shortened(label)}</text>`;
  return markup`<path d="M${x} ${y}C${bend} ${y} ${bend} ${end} ${x} ${end}" style="${style}"${dashes}/>${text}`;
}
