import { isAlias, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair } from "yaml";
import { type Place, placeAt } from "./place.ts";
import type { Source } from "./source.ts";

/** The way to a value: keys and indexes from the top of the assistant. */
export type Path = readonly (string | number)[];

interface PlaceOptions {
  readonly atKey?: boolean;
  readonly offset?: number;
}

export type Locate = (path: Path, options?: PlaceOptions) => Place;

interface Found {
  readonly depth: number;
  readonly node: Node | null;
  readonly key: Node | null;
}

/**
 * Where a value stands. Files merge without repeating a name, so the file that follows the path
 * furthest is the one that holds it; a path that ends early (a missing key) is its last known part.
 */
export const createLocate =
  (sources: readonly Source[]): Locate =>
  (path, options = {}) => {
    let best: { readonly source: Source; readonly found: Found } | undefined;
    for (const source of sources) {
      const found = follow(source, path);
      if (best === undefined || found.depth > best.found.depth) best = { source, found };
    }
    if (best === undefined) return { file: "", line: 1, column: 1 };
    const { source, found } = best;
    const complete = found.depth === path.length;
    // A key without value has nothing else to point at.
    const useKey = found.key !== null && (options.atKey === true || !complete || found.node === null);
    const start = (useKey ? found.key : found.node)?.range?.[0] ?? 0;
    return placeAt(source, start + (useKey || !complete ? 0 : offsetIn(found.node, options.offset)));
  };

function follow(source: Source, path: Path): Found {
  let found: Found = { depth: 0, node: source.document.contents, key: null };
  for (const segment of path) {
    const holder = isAlias(found.node) ? (found.node.resolve(source.document) ?? null) : found.node;
    const next = childOf(holder, segment);
    if (next === null) return found;
    found = { depth: found.depth + 1, ...next };
  }
  return found;
}

function childOf(holder: Node | null, segment: string | number): Pick<Found, "node" | "key"> | null {
  if (isMap(holder)) {
    const pair = holder.items.find((item) => isScalar(item.key) && String(item.key.value) === String(segment));
    return pair === undefined ? null : ofPair(pair);
  }
  if (!isSeq(holder) || typeof segment !== "number") return null;
  const item = holder.items[segment];
  if (isPair(item)) return ofPair(item);
  return isNode(item) ? { node: item, key: null } : null;
}

const ofPair = (pair: Pair): Pick<Found, "node" | "key"> => ({
  node: isNode(pair.value) ? pair.value : null,
  key: isNode(pair.key) ? pair.key : null,
});

/** Offsets into a text are only known where it is written as it is read: on one line, without escapes. */
function offsetIn(node: Node | null, offset: number | undefined): number {
  if (offset === undefined || !isScalar(node) || !node.range) return 0;
  const written = node.range[1] - node.range[0];
  const length = String(node.value).length;
  if (node.type === "PLAIN") return written === length ? offset : 0;
  if (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE") return written === length + 2 ? offset + 1 : 0;
  return 0;
}
