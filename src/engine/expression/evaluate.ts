import type { BinaryOperator, Expression, ExpressionNode } from "../assistant/expression.ts";
import type { Json } from "../json.ts";
import { calculate, withoutNegativeZero } from "./arithmetic.ts";
import { equal, includes, order, typeName } from "./compare.ts";
import { type Evaluation, maximumSteps, type Scope, startEvaluation } from "./evaluation.ts";
import { functions } from "./functions.ts";

/** Only null and false are false: `0` and `""` are values. */
export function isTrue(value: Json | undefined): boolean {
  return value !== null && value !== undefined && value !== false;
}

/** Never throws: what can't be computed is null, and the scope is told why. */
export function evaluate(expression: Expression, scope: Scope): Json {
  const evaluation = startEvaluation(scope);
  const value = evaluateNode(expression.root, evaluation);
  if (!evaluation.exhausted()) return value;
  evaluation.note(`Stopped after ${maximumSteps} steps.`);
  return null;
}

function evaluateNode(node: ExpressionNode, evaluation: Evaluation): Json {
  if (!evaluation.step()) return null;
  switch (node.kind) {
    case "literal":
      return node.value;
    case "list":
      return node.items.map((item) => evaluateNode(item, evaluation));
    case "path":
      return evaluation.scope.lookup(node.path) ?? null;
    case "unary":
      return node.operator === "not"
        ? !isTrue(evaluateNode(node.operand, evaluation))
        : negate(node.operand, evaluation);
    case "binary":
      return evaluateBinary(node, evaluation);
    case "call":
      return functions[node.name](
        node.arguments.map((argument) => evaluateNode(argument, evaluation)),
        evaluation,
      );
    default:
      return node satisfies never;
  }
}

function negate(operand: ExpressionNode, evaluation: Evaluation): Json {
  const value = evaluateNode(operand, evaluation);
  if (value === null) return null;
  if (typeof value === "number") return withoutNegativeZero(-value);
  evaluation.note(`Can't compute -${typeName(value)}.`);
  return null;
}

function evaluateBinary(node: ExpressionNode & { readonly kind: "binary" }, evaluation: Evaluation): Json {
  const left = evaluateNode(node.left, evaluation);
  // Both give a boolean, never one of their operands, and leave the right side alone if the left decides.
  if (node.operator === "and") return isTrue(left) && isTrue(evaluateNode(node.right, evaluation));
  if (node.operator === "or") return isTrue(left) || isTrue(evaluateNode(node.right, evaluation));
  const right = evaluateNode(node.right, evaluation);
  switch (node.operator) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return calculate({ operator: node.operator, left, right }, evaluation);
    default:
      return compare({ operator: node.operator, left, right }, evaluation);
  }
}

type ComparisonOperator = Exclude<BinaryOperator, "and" | "or" | "+" | "-" | "*" | "/" | "%">;

function compare(
  { operator, left, right }: { operator: ComparisonOperator; left: Json; right: Json },
  evaluation: Evaluation,
): Json {
  const result = comparison({ operator, left, right }, evaluation);
  if (result === null) evaluation.note(`Can't compare ${typeName(left)} ${operator} ${typeName(right)}.`);
  return result;
}

function comparison(
  { operator, left, right }: { operator: ComparisonOperator; left: Json; right: Json },
  evaluation: Evaluation,
): boolean | null {
  switch (operator) {
    case "==":
      return equal(left, right, evaluation);
    case "!=":
      return negated(equal(left, right, evaluation));
    case "in":
      return includes(right, left, evaluation);
    case "not in":
      return negated(includes(right, left, evaluation));
    default: {
      if (left === null || right === null) return false;
      const sign = order(left, right, evaluation);
      return sign === null ? null : ordered(operator, sign);
    }
  }
}

const negated = (value: boolean | null): boolean | null => (value === null ? null : !value);

function ordered(operator: "<" | "<=" | ">" | ">=", sign: number): boolean {
  switch (operator) {
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    case ">=":
      return sign >= 0;
    default:
      return operator satisfies never;
  }
}
