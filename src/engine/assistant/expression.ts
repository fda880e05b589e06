import type { Json } from "../json.ts";

/** A parsed expression: plain data, evaluated by `flow/expression/evaluate.ts`. */
export type ExpressionNode =
  | { readonly kind: "literal"; readonly value: Json }
  | { readonly kind: "list"; readonly items: readonly ExpressionNode[] }
  | { readonly kind: "path"; readonly path: readonly string[] }
  | { readonly kind: "unary"; readonly operator: "not" | "-"; readonly operand: ExpressionNode }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
    }
  | { readonly kind: "call"; readonly name: FunctionName; readonly arguments: readonly ExpressionNode[] };

export type BinaryOperator =
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "not in"
  | "and"
  | "or"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

export const functionNames = [
  "len",
  "lower",
  "upper",
  "contains",
  "matches_any",
  "today",
  "now",
  "days",
  "hours",
  "minutes",
] as const;
export type FunctionName = (typeof functionNames)[number];

export interface Expression {
  readonly source: string;
  readonly root: ExpressionNode;
  /** Every dotted path that the expression reads, as written. */
  readonly paths: readonly (readonly string[])[];
}
