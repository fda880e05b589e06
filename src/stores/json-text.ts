import { SoniError } from "../engine/errors.ts";
import { encryptedError, isEncrypted } from "./encryption.ts";
import { corrupt } from "./refusals.ts";

/** Deeper than any real state; also what stops the walk over a cycle. */
const maxDepth = 200;

/** Text of plain JSON data; refuses what JSON would drop or change in silence, naming its path. */
export const toJsonText = (value: unknown): string => {
  if (!isPlain(value, 0)) throw notJson(value);
  return JSON.stringify(value);
};

/**
 * Nothing is revived: an `lc` envelope stays an object. `__proto__` keys are left out, because a later
 * `copy[key] = value` would turn them into a prototype. The slow path runs only for texts that may hold
 * such a key, also a spelt one: our own texts escape only control characters and lone surrogates.
 */
export const fromJsonText = (text: string): unknown =>
  text.includes('"__proto__"') || text.includes("\\u00") ? JSON.parse(text, withoutProto) : JSON.parse(text);

const withoutProto = (key: string, value: unknown): unknown => (key === "__proto__" ? undefined : value);

/** Parses a stored text. A damaged one stops its own conversation only, and stays as it is for whoever repairs it. */
export const readRow = (text: string, conversationId: string): unknown => {
  try {
    return fromJsonText(text);
  } catch (error) {
    if (isEncrypted(text)) throw encryptedError(text, conversationId);
    throw corrupt(conversationId, error);
  }
};

// On the hot path: no path, no allocation. An absent (undefined) property is fine, as in JSON.
const isPlain = (value: unknown, depth: number): boolean => {
  if (typeof value === "string" || typeof value === "boolean" || value === null) {
    return true;
  }
  if (typeof value === "number") {
    return Number.isFinite(value);
  }
  if (typeof value !== "object" || depth > maxDepth) {
    return false;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isPlain(value[index], depth + 1)) {
        return false;
      }
    }
    return true;
  }
  if (!isRecord(value)) {
    return false;
  }
  // (`in` is quicker than a list of the keys: V8 reads the fields by their place.)
  for (const key in value) {
    const item = value[key];
    if (key === "__proto__" || (item !== undefined && !isPlain(item, depth + 1))) {
      return false;
    }
  }
  return true;
};

/** Objects of another realm have another `Object.prototype`; theirs has no prototype either. */
const isRecord = (value: object): value is Record<string, unknown> => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
};

const notJson = (value: unknown): SoniError => {
  const culprit = findCulprit(value, [], []);
  const path = culprit === null || culprit.path.length === 0 ? "The value" : `'${culprit.path.join(".")}'`;
  return new SoniError(
    "store.not_json",
    `${path} is ${culprit?.what ?? "not plain data"}: only plain JSON can be saved. Turn it into text, a finite number, a list or a plain object.`,
  );
};

interface Culprit {
  readonly path: readonly string[];
  readonly what: string;
}

const findCulprit = (value: unknown, path: readonly string[], parents: readonly object[]): Culprit | null => {
  const what = nameOf(value, parents);
  if (what !== null) {
    return { path, what };
  }
  if (typeof value !== "object" || value === null) {
    return null;
  }
  const items: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? Array.from(value, (item, index) => [String(index), item])
    : Object.entries(value).filter(([, item]) => item !== undefined);
  for (const [key, item] of items) {
    const here = [...path, key];
    const culprit =
      key === "__proto__" ? { path: here, what: "a reserved key" } : findCulprit(item, here, [...parents, value]);
    if (culprit !== null) {
      return culprit;
    }
  }
  return null;
};

const nameOf = (value: unknown, parents: readonly object[]): string | null => {
  switch (typeof value) {
    case "string":
    case "boolean":
      return null;
    case "number":
      return Number.isFinite(value) ? null : `${value}`;
    case "bigint":
      return "a BigInt";
    case "object":
      return value === null ? null : nameOfObject(value, parents);
    default:
      return value === undefined ? "undefined" : `a ${typeof value}`;
  }
};

const nameOfObject = (value: object, parents: readonly object[]): string | null => {
  if (parents.includes(value)) {
    return "a cycle";
  }
  if (parents.length > maxDepth) {
    return `nested more than ${maxDepth} levels deep`;
  }
  return Array.isArray(value) || isRecord(value) ? null : `a ${value.constructor?.name ?? "class instance"}`;
};
