import { isAlias, isMap, isNode, isScalar, isSeq, type Node } from "yaml";

/** Honest reuse (a list of values in many slots) stays far below. */
const maximumNodes = 200_000;

export type AliasProblem =
  | { readonly kind: "bomb"; readonly offset: number }
  | { readonly kind: "unknown"; readonly name: string; readonly offset: number };

/** Counts the nodes that the document would have with all aliases written out, without writing them out. */
export function checkAliases(contents: Node | null): AliasProblem | null {
  /** Size of each anchored node by name; undefined while it is still open, so that it can't contain itself. */
  const anchors = new Map<string, number | undefined>();
  let problem: AliasProblem | null = null;

  const sizeOf = (node: unknown): number => {
    if (problem !== null || !isNode(node)) return 1;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) {
      if (!anchors.has(node.source)) problem = { kind: "unknown", name: node.source, offset };
      const size = anchors.get(node.source);
      if (size === undefined) problem ??= { kind: "bomb", offset };
      return size ?? 1;
    }
    if (isScalar(node)) {
      if (node.anchor) anchors.set(node.anchor, 1);
      return 1;
    }
    if (!isMap(node) && !isSeq(node)) return 1;
    if (node.anchor) anchors.set(node.anchor, undefined);
    let size = 1;
    if (isMap(node)) for (const pair of node.items) size += sizeOf(pair.key) + sizeOf(pair.value);
    else for (const item of node.items) size += sizeOf(item);
    if (node.anchor) anchors.set(node.anchor, size);
    if (size > maximumNodes) problem ??= { kind: "bomb", offset };
    return size;
  };

  sizeOf(contents);
  return problem;
}
