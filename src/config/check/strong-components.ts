type Next = (node: string) => Iterable<string>;

/**
 * Groups of nodes that all lead to each other (Kosaraju), a node alone only if it leads to itself.
 * Without recursion: a flow may have more steps than the stack has room.
 */
export function strongComponents(nodes: Iterable<string>, next: Next): readonly (readonly string[])[] {
  const all = [...nodes];
  const finished = visitAll(all, next).flat();
  const incoming = new Map<string, string[]>();
  for (const node of all) {
    for (const other of next(node)) incoming.set(other, [...(incoming.get(other) ?? []), node]);
  }
  const groups = visitAll(finished.toReversed(), (node) => incoming.get(node) ?? []);
  return groups.filter((group) => group.length > 1 || group.some((node) => [...next(node)].includes(node)));
}

/** Depth-first from each node in turn: one list per start, each node after all that it newly leads to. */
function visitAll(nodes: readonly string[], next: Next): readonly (readonly string[])[] {
  const seen = new Set<string>();
  const lists: string[][] = [];
  for (const start of nodes) {
    if (seen.has(start)) continue;
    seen.add(start);
    const list: string[] = [];
    const open = [{ node: start, rest: [...next(start)] }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const other = top.rest.pop();
      if (other === undefined) {
        list.push(top.node);
        open.pop();
      } else if (!seen.has(other)) {
        seen.add(other);
        open.push({ node: other, rest: [...next(other)] });
      }
    }
    lists.push(list);
  }
  return lists;
}
