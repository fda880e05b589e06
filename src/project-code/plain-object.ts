import type { JsonObject } from "../engine/json.ts";
import { plainCopy, type Reading } from "./plain-copy.ts";

/** A copy of an answer that has to be a record. */
export function plainObject(value: unknown): Reading<JsonObject> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return plainCopy(value) as Reading<JsonObject>;
  const found = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  return { ok: false, code: "bad_result", message: `expected an object, got ${found}` };
}
