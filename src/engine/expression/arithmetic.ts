import type { Json } from "../json.ts";
import { typeName } from "./compare.ts";
import type { Evaluation } from "./evaluation.ts";
import { isList } from "./read-path.ts";
import { addDays, daysBetween, parseTemporal } from "./temporal.ts";

type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";

const maximumText = 100_000;
const maximumItems = 10_000;

interface Operation {
  readonly operator: ArithmeticOperator;
  readonly left: Json;
  readonly right: Json;
}

/** Arithmetic with null is null; what can't be computed is null too, and noted. */
export function calculate(operation: Operation, evaluation: Evaluation): Json {
  const { operator, left, right } = operation;
  if (left === null || right === null) return null;
  if (typeof left === "number" && typeof right === "number")
    return calculateNumbers({ operator, left, right }, evaluation);
  const result =
    operator === "+" ? add(left, right, evaluation) : operator === "-" ? subtract(left, right, evaluation) : undefined;
  if (result !== undefined) return result;
  evaluation.note(`Can't compute ${typeName(left)} ${operator} ${typeName(right)}.`);
  return null;
}

function calculateNumbers(
  { operator, left, right }: { operator: ArithmeticOperator; left: number; right: number },
  evaluation: Evaluation,
): Json {
  if ((operator === "/" || operator === "%") && right === 0) {
    evaluation.note(`Division by zero in '${operator}'.`);
    return null;
  }
  const result = compute(operator, left, right);
  if (Number.isFinite(result)) return withoutNegativeZero(result);
  evaluation.note(`The result of '${operator}' is too large.`);
  return null;
}

/** JSON has no -0; a value must be the same after it was stored. */
export const withoutNegativeZero = (value: number): number => (value === 0 ? 0 : value);

function compute(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
    default:
      return operator satisfies never;
  }
}

/** Joins texts and lists, and moves dates; undefined if it does neither. */
function add(left: Json, right: Json, evaluation: Evaluation): Json | undefined {
  if (typeof left === "string" && typeof right === "string") {
    return left.length + right.length <= maximumText ? left + right : tooLong(evaluation);
  }
  if (typeof left === "string" && typeof right === "number") return moveDate(left, right, evaluation);
  if (typeof left === "number" && typeof right === "string") return moveDate(right, left, evaluation);
  if (isList(left) && isList(right)) {
    return left.length + right.length <= maximumItems ? [...left, ...right] : tooLong(evaluation);
  }
  return undefined;
}

/** Days between two dates, or a date some days earlier. */
function subtract(left: Json, right: Json, evaluation: Evaluation): Json | undefined {
  if (typeof left !== "string") return undefined;
  if (typeof right === "number") return moveDate(left, -right, evaluation);
  if (typeof right !== "string") return undefined;
  const first = parseTemporal(left, evaluation.timezone);
  const second = parseTemporal(right, evaluation.timezone);
  return first && second ? daysBetween(first, second) : undefined;
}

function moveDate(text: string, days: number, evaluation: Evaluation): Json | undefined {
  if (!parseTemporal(text, evaluation.timezone)) return undefined;
  return addDays(text, days) ?? undefined;
}

function tooLong(evaluation: Evaluation): null {
  evaluation.note("The result of '+' is too long.");
  return null;
}
