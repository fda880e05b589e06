import type { Json } from "../engine/json.ts";

/** A model's answer is small; anything longer is a fault. */
const longestOutput = 200_000;
const deepest = 12;
/** Each try reads to the closing bracket: without a bound, nested brackets in prose would take quadratic time. */
const mostTries = 50;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

export type ReadJson =
  | { readonly ok: true; readonly value: Json }
  | {
      readonly ok: false;
      readonly reason: "empty" | "too_long" | "not_json" | "ambiguous" | "duplicate_keys" | "unsafe";
    };

/** Finds the one JSON document in a model's answer, which may be fenced, or surrounded by prose or thoughts. */
export const readJson = (output: string): ReadJson => {
  if (output.length > longestOutput) return { ok: false, reason: "too_long" };
  const text = output.replace(/<think>[\s\S]*?<\/think>/g, "").trim();
  if (text === "") return { ok: false, reason: "empty" };
  const whole = parse(text);
  if (whole !== undefined) return check(text, whole);
  const documents = embeddedDocuments(text);
  // Which of several documents was meant is anybody's guess, and guesses are not executed.
  if (documents.length > 1) return { ok: false, reason: "ambiguous" };
  const document = documents[0];
  const value = document === undefined ? undefined : parse(document);
  return document === undefined || value === undefined ? { ok: false, reason: "not_json" } : check(document, value);
};

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Outermost `{...}` and `[...]` that parse. Braces in prose that are no JSON are passed over. */
const embeddedDocuments = (text: string): readonly string[] => {
  const documents: string[] = [];
  let position = 0;
  let tries = 0;
  while (position < text.length && documents.length < 2 && tries < mostTries) {
    const character = text[position];
    const end = character === "{" || character === "[" ? closingAt(text, position) : -1;
    if (end >= 0) tries += 1;
    const document = end < 0 ? "" : text.slice(position, end + 1);
    if (document !== "" && parse(document) !== undefined) {
      documents.push(document);
      position = end + 1;
    } else if (end < 0 && (character === "{" || character === "[")) {
      // Never closed: cut off. Inner parts of a cut document must not pass for the whole.
      return documents;
    } else position += 1;
  }
  return documents;
};

const closingAt = (text: string, start: number): number => {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === "\\") index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
};

const check = (text: string, value: Json): ReadJson => {
  if (hasDuplicateKeys(text)) return { ok: false, reason: "duplicate_keys" };
  return isPlain(value, 0) ? { ok: true, value } : { ok: false, reason: "unsafe" };
};

/** `JSON.parse` keeps the last of two equal keys in silence; which one the model meant is unknown. */
const hasDuplicateKeys = (text: string): boolean => {
  const open: (Set<string> | null)[] = [];
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g);
  for (const [token, colon] of tokens) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) return true;
      keys?.add(key);
    }
  }
  return false;
};

/** Finite numbers, bounded depth, no key that reaches a prototype. */
const isPlain = (value: Json, depth: number): boolean => {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= deepest) return false;
  return Object.entries(value).every(([key, inner]) => !forbiddenKeys.has(key) && isPlain(inner, depth + 1));
};
