import type { Json } from "../json.ts";
import type { Evaluation } from "./evaluation.ts";
import { isList } from "./read-path.ts";
import { compareTemporal, parseTemporal } from "./temporal.ts";

/** Data nested deeper than this is not compared. */
const maximumDepth = 100;

export type TypeName = "null" | "boolean" | "number" | "string" | "list" | "object";

export function typeName(value: Json): TypeName {
  if (value === null) return "null";
  if (isList(value)) return "list";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** Whether two values are the same; null if they are of unlike types. `null` differs from every value without fuss. */
export function equal(left: Json, right: Json, evaluation: Evaluation): boolean | null {
  if (left === null || right === null) return left === right;
  if (typeName(left) !== typeName(right)) return null;
  return same(left, right, { evaluation, depth: 0 });
}

/** Unlike types are simply different here: inside lists and objects nobody asked to compare them. */
export function sameValue(left: Json, right: Json, evaluation: Evaluation): boolean {
  return same(left, right, { evaluation, depth: 0 });
}

function same(left: Json, right: Json, at: { readonly evaluation: Evaluation; readonly depth: number }): boolean {
  if (!at.evaluation.step()) return false;
  if (typeof left === "string" && typeof right === "string") return sameText(left, right, at.evaluation);
  if (left === null || right === null || typeof left !== "object" || typeof right !== "object") return left === right;
  if (at.depth >= maximumDepth) {
    at.evaluation.note(`Data nested more than ${maximumDepth} deep is not compared.`);
    return false;
  }
  const inside = { evaluation: at.evaluation, depth: at.depth + 1 };
  if (isList(left) || isList(right)) {
    if (!isList(left) || !isList(right) || left.length !== right.length) return false;
    return left.every((item, index) => same(item, right[index] ?? null, inside));
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && same(left[key] ?? null, right[key] ?? null, inside));
}

function sameText(left: string, right: string, evaluation: Evaluation): boolean {
  if (left === right) return true;
  const first = parseTemporal(left, evaluation.timezone);
  const second = first && parseTemporal(right, evaluation.timezone);
  return first !== null && second !== null && compareTemporal(first, second) === 0;
}

/** Negative, zero or positive; null for unlike types and for those that have no order. */
export function order(left: Json, right: Json, evaluation: Evaluation): number | null {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left !== "string" || typeof right !== "string") return null;
  const first = parseTemporal(left, evaluation.timezone);
  const second = parseTemporal(right, evaluation.timezone);
  if (first && second) return compareTemporal(first, second);
  // A date against a text that is none: unlike types.
  if (first || second) return null;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Item of a list, part of a text, key of an object; null if the container can hold nothing of the kind. */
export function includes(container: Json, item: Json, evaluation: Evaluation): boolean | null {
  if (container === null) return false;
  if (typeof container === "string") {
    if (item === null) return false;
    return typeof item === "string" ? container.includes(item) : null;
  }
  if (isList(container)) return container.some((each) => sameValue(each, item, evaluation));
  if (typeof container === "object") {
    if (item === null) return false;
    return typeof item === "string" ? Object.hasOwn(container, item) : null;
  }
  return null;
}
