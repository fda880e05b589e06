import type { ExpressionNode } from "../assistant/expression.ts";

/** Each path once, in the order in which it is read. */
export function pathsOf(root: ExpressionNode): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const visit = (node: ExpressionNode): void => {
    if (node.kind === "path") found.set(node.path.join("."), node.path);
    else for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return [...found.values()];
}

/** Whether it depends on the time at which it is evaluated. */
export const readsClock = (node: ExpressionNode): boolean =>
  (node.kind === "call" && (node.name === "today" || node.name === "now")) || childrenOf(node).some(readsClock);

function childrenOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case "literal":
    case "path":
      return [];
    case "list":
      return node.items;
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "call":
      return node.arguments;
    default:
      return node satisfies never;
  }
}
