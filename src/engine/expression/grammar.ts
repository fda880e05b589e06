import { type BinaryOperator, type FunctionName, functionNames } from "../assistant/expression.ts";
import type { Json } from "../json.ts";

/** How tightly each operator binds, loosest first. `not` stands between `and` and the comparisons. */
export const binding: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  "==": 4,
  "!=": 4,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  in: 4,
  "not in": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
};
export const notBinding = 3;
export const comparisonBinding = 4;
export const minusBinding = 7;

export const argumentCounts: Readonly<Record<FunctionName, number>> = {
  len: 1,
  lower: 1,
  upper: 1,
  contains: 2,
  matches_any: 2,
  today: 0,
  now: 0,
  days: 1,
  hours: 1,
  minutes: 1,
};
export const constants: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
export const keywords: ReadonlyMap<string, "and" | "or" | "not" | "in"> = new Map([
  ["and", "and"],
  ["AND", "and"],
  ["or", "or"],
  ["OR", "or"],
  ["not", "not"],
  ["NOT", "not"],
  ["in", "in"],
  ["IN", "in"],
]);

export const isFunctionName = (text: string): text is FunctionName =>
  (functionNames as readonly string[]).includes(text);
export const isBinaryOperator = (text: string): text is BinaryOperator => Object.hasOwn(binding, text);

/** The words that an expression gives a meaning of its own: no slot may have them as its name. */
export const reservedNames: ReadonlySet<string> = new Set([...keywords.keys(), ...constants.keys(), "today", "now"]);
