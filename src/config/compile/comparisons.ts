import type { Expression, ExpressionNode } from "../../engine/assistant/expression.ts";
import { hint, nearest } from "../suggest.ts";
import type { At } from "./scope.ts";

/** Warns of a categorical slot compared with a value that it never has: such a condition is always false. */
export function checkComparisons(expression: Expression, at: At): void {
  // The text of a case is checked with its branch.
  if (at.atKey === true) return;
  for (const [path, literal] of comparisonsIn(expression.root)) check(path, literal, at);
}

type Comparison = readonly [ExpressionNode, ExpressionNode];

function* comparisonsIn(node: ExpressionNode): Iterable<Comparison> {
  switch (node.kind) {
    case "binary":
      if (node.operator === "==" || node.operator === "!=") {
        yield [node.left, node.right];
        yield [node.right, node.left];
      } else if ((node.operator === "in" || node.operator === "not in") && node.right.kind === "list") {
        for (const item of node.right.items) yield [node.left, item];
      }
      yield* comparisonsIn(node.left);
      yield* comparisonsIn(node.right);
      break;
    case "unary":
      yield* comparisonsIn(node.operand);
      break;
    case "list":
      for (const item of node.items) yield* comparisonsIn(item);
      break;
    case "call":
      for (const argument of node.arguments) yield* comparisonsIn(argument);
      break;
    case "literal":
    case "path":
      break;
    default:
      node satisfies never;
  }
}

function check(left: ExpressionNode, right: ExpressionNode, { scope, path }: At): void {
  if (left.kind !== "path" || left.path.length !== 1 || right.kind !== "literal" || right.value === null) return;
  const slot = scope.slot(left.path[0] ?? "");
  if (slot?.type !== "categorical" || slot.values.length === 0) return;
  const values = slot.values.map(({ value }) => value);
  if (values.some((value) => value === right.value)) return;
  const suggestion = nearest(String(right.value), values);
  scope.report.add({
    code: "expression.unknown_value",
    severity: "warning",
    path,
    message: `'${slot.name}' is never '${String(right.value)}'.${hint(suggestion, values)}`,
    suggestion,
  });
}
