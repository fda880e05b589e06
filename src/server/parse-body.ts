import { findUnsound, sayUnsound, type Unsound } from "../engine/sound-strings.ts";
import type { ProblemCode } from "./problem.ts";
import { ProblemError } from "./problems.ts";

const deepest = 32;
const forbidden: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** No body is longer: what each field may hold is decided where it is read. */
const longestString = 1024 * 1024;
const codes: Readonly<Record<Unsound, ProblemCode>> = {
  malformed: "message.malformed",
  control_characters: "message.control_characters",
  too_long: "request.too_large",
  too_deep: "request.invalid_json",
};

/** An id that cannot be stored is a malformed id before anything else. */
const idCodes: Readonly<Record<string, ProblemCode>> = {
  "/conversationId": "conversation.bad_id",
  "/messageId": "message.bad_id",
};

/**
 * JSON from outside, of every route and of every frame: no keys that reach for prototypes, no nesting that would exhaust
 * the next reader, and no string that a database cannot store.
 */
export function parseBody(text: string): unknown {
  const data = parsed(text);
  let level: readonly unknown[] = [data];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) {
      throw new ProblemError("request.invalid_json", `The JSON is nested deeper than ${deepest} levels.`);
    }
    level = level.flatMap(childrenOf);
  }
  const unsound = findUnsound(data, { length: longestString });
  if (unsound !== null) throw new ProblemError(idCodes[unsound.path] ?? codes[unsound.reason], sayUnsound(unsound));
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError("request.invalid_json", "The body is not valid JSON.");
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  for (const key of Object.keys(value)) {
    if (forbidden.has(key)) throw new ProblemError("request.forbidden_key", `The key '${key}' is not allowed.`);
  }
  return Object.values(value).filter((child) => typeof child === "object" && child !== null);
}
