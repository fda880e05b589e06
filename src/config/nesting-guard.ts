import { isAlias, isMap, isNode, isScalar, isSeq, type Node } from "yaml";

/** Honest reuse (a list of values in many slots) stays far below. */
const maximumNodes = 200_000;
/** Deeper than any assistant needs; whoever reads the data afterwards may recurse. */
const maximumDepth = 100;

export type NestingProblem =
  | { readonly kind: "repeats"; readonly offset: number }
  | { readonly kind: "depth"; readonly offset: number }
  | { readonly kind: "unknown"; readonly name: string; readonly offset: number };

interface Extent {
  /** Nodes, with all aliases written out. */
  readonly size: number;
  readonly height: number;
}

const single: Extent = { size: 1, height: 1 };

/** Measures what the document would be with all aliases written out, without writing them out. */
export function checkNesting(contents: Node | null): NestingProblem | null {
  /** Undefined while the anchored node is still open: then an alias to it would make it contain itself. */
  const anchors = new Map<string, Extent | undefined>();
  let problem: NestingProblem | null = null;

  const measure = (node: unknown, depth: number): Extent => {
    if (problem !== null || !isNode(node)) return single;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) {
      const extent = anchors.get(node.source);
      if (extent !== undefined) return extent;
      problem = anchors.has(node.source) ? { kind: "repeats", offset } : { kind: "unknown", name: node.source, offset };
      return single;
    }
    if (!isMap(node) && !isSeq(node)) {
      if (isScalar(node) && node.anchor) anchors.set(node.anchor, single);
      return single;
    }
    if (depth > maximumDepth) {
      problem = { kind: "depth", offset };
      return single;
    }
    if (node.anchor) anchors.set(node.anchor, undefined);
    const parts: readonly unknown[] = isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : node.items;
    let size = 1;
    let height = 0;
    for (const part of parts) {
      const extent = measure(part, depth + 1);
      size += extent.size;
      height = Math.max(height, extent.height);
    }
    const extent = { size, height: height + 1 };
    if (node.anchor) anchors.set(node.anchor, extent);
    if (extent.size > maximumNodes) problem ??= { kind: "repeats", offset };
    if (extent.height > maximumDepth) problem ??= { kind: "depth", offset };
    return extent;
  };

  measure(contents, 0);
  return problem;
}
