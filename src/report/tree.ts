import { type Markup, markup, round } from "./markup.ts";
import { seriesColour } from "./series.ts";

export interface TreeNode {
  readonly id: number;
  /** Nodes that came before it; several where lines were joined. */
  readonly parents: readonly number[];
  /** Below the number of the node. */
  readonly label: string;
  /** Shown when the pointer rests on it. */
  readonly note: string;
  /** `chosen` is filled, `pale` was given up early. */
  readonly tone: "chosen" | "plain" | "pale";
}

const step = { x: 84, y: 62 };
const edge = { x: 34, y: 30 };
const radius = 17;

/** Where each came from: generations from left to right. Nodes come after their parents. */
export const tree = (nodes: readonly TreeNode[], title: string): Markup => {
  const places = placesOf(nodes);
  const at = (id: number) => places.get(id) ?? { column: 0, row: 0 };
  const x = (id: number): number => edge.x + at(id).column * step.x;
  const y = (id: number): number => edge.y + at(id).row * step.y;
  const width = edge.x * 2 + Math.max(0, ...nodes.map(({ id }) => at(id).column)) * step.x;
  const height = edge.y * 2 + Math.max(0, ...nodes.map(({ id }) => at(id).row)) * step.y + 14;
  const lines = nodes.flatMap(({ id, parents }) =>
    parents.map((parent) => {
      const middle = round((x(parent) + x(id)) / 2);
      return markup`<path d="M${x(parent)} ${y(parent)}C${middle} ${y(parent)} ${middle} ${y(id)} ${x(id)} ${y(id)}" fill="none" stroke="var(--line)" stroke-width="2"/>`;
    }),
  );
  const drawn = nodes.map(({ id, label, note, tone }) => {
    const colour = seriesColour(tone === "chosen" ? 2 : 0);
    const fill = tone === "chosen" ? colour : "var(--card)";
    return markup`<g><title>${note}</title><circle cx="${x(id)}" cy="${y(id)}" r="${radius}" style="fill:${fill};stroke:${tone === "pale" ? "var(--line)" : colour}" stroke-width="2"/>
<text class="middle ${tone === "pale" ? "" : "ink"}" x="${x(id)}" y="${y(id) + 4}" style="${tone === "chosen" ? "fill:var(--card);font-weight:600" : ""}">${id}</text>
<text class="middle" x="${x(id)}" y="${y(id) + radius + 13}">${label}</text></g>
`;
  });
  // Smaller where it has to be, and never larger.
  return markup`<svg viewBox="0 0 ${width} ${height}" style="max-width:${width}px" role="img" aria-label="${title}">${lines}
${drawn}</svg>`;
};

/** A node is one column right of its last parent, and in the first row of that column which is free. */
function placesOf(nodes: readonly TreeNode[]): ReadonlyMap<number, { readonly column: number; readonly row: number }> {
  const places = new Map<number, { readonly column: number; readonly row: number }>();
  const taken = new Map<number, number>();
  for (const { id, parents } of nodes) {
    const column = Math.max(0, ...parents.map((parent) => (places.get(parent)?.column ?? -1) + 1));
    const row = Math.max(
      taken.get(column) ?? 0,
      Math.min(...parents.map((parent) => places.get(parent)?.row ?? 0), rows),
    );
    places.set(id, { column, row: parents.length === 0 ? (taken.get(column) ?? 0) : row });
    taken.set(column, (places.get(id)?.row ?? 0) + 1);
  }
  return places;
}

/** More rows than any picture has: the start of a minimum. */
const rows = 1_000_000;
