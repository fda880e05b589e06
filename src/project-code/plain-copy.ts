import type { Json, JsonObject } from "../engine/json.ts";

/** How much of an answer is read. Checked while it is copied: nothing is put into one text first. */
interface CopyLimits {
  /** Of keys and texts together, roughly as JSON would write them. */
  readonly characters: number;
  /** Of one text or key. */
  readonly text: number;
  readonly values: number;
  readonly depth: number;
}

const atMost = 256 * 1024;
/** The limits of what an action or any other function of a project may return. */
export const resultLimits: CopyLimits = { characters: atMost, text: atMost, values: atMost, depth: 50 };
/** The value of one slot. */
export const slotValueLimits: CopyLimits = { characters: atMost, text: 10_000, values: 10_000, depth: 50 };

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: "bad_result" | "too_large"; readonly message: string };

/** Keys that turn data into prototypes when it is merged or revived carelessly. */
const forbidden: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * A copy that survives storing: no prototypes, NaN, functions, cycles, nor anything huge. A property that is undefined
 * counts as absent, as in JSON. Problems name the place. Throws what a getter or a proxy throws.
 */
export function plainCopy(value: unknown, limits: CopyLimits = resultLimits): Reading<Json> {
  const budget = { characters: limits.characters, values: limits.values, limits, above: new Set<object>() };
  try {
    return { ok: true, value: copy(value, [], budget) };
  } catch (problem) {
    if (problem instanceof Unfit) return { ok: false, code: problem.code, message: problem.message };
    throw problem;
  }
}

interface Budget {
  characters: number;
  values: number;
  readonly limits: CopyLimits;
  /** The lists and records that the value is in: one of them again is a cycle. */
  readonly above: Set<object>;
}

/** Leaves the recursion at once; never leaves this file. */
class Unfit extends Error {
  readonly code: "bad_result" | "too_large";

  constructor(code: Unfit["code"], path: readonly string[], problem: string) {
    super(`${path.length === 0 ? "the result" : path.join(".").slice(0, 200)} ${problem}`);
    this.code = code;
  }
}

function copy(value: unknown, path: readonly string[], budget: Budget): Json {
  budget.values -= 1;
  if (budget.values < 0) throw tooLarge(path, budget);
  spend(1, path, budget);
  switch (typeof value) {
    case "string":
      return text(value, path, budget);
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new Unfit("bad_result", path, `is ${value}, not a number that JSON can hold`);
      // JSON has no -0: adding 0 makes it 0.
      return value + 0;
    case "object":
      return value === null ? null : nested(value, path, budget);
    default:
      throw new Unfit("bad_result", path, `is ${typeof value}, not plain data`);
  }
}

function nested(value: object, path: readonly string[], budget: Budget): Json {
  const { above, limits } = budget;
  if (above.has(value)) throw new Unfit("bad_result", path, "contains itself");
  if (above.size >= limits.depth) throw new Unfit("too_large", path, `is nested more than ${limits.depth} deep`);
  above.add(value);
  const copied = Array.isArray(value) ? list(value, path, budget) : record(value, path, budget);
  above.delete(value);
  return copied;
}

function list(value: readonly unknown[], path: readonly string[], budget: Budget): Json {
  const copied: Json[] = [];
  // By index: a proxy may claim any length, and the budget ends it.
  for (let index = 0; index < value.length; index += 1) copied.push(copy(value[index], [...path, `${index}`], budget));
  return copied;
}

function record(value: object, path: readonly string[], budget: Budget): Json {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Unfit("bad_result", path, "is an instance of a class, not plain data");
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    if (inner === undefined) continue;
    if (forbidden.has(key)) throw new Unfit("bad_result", path, `has the forbidden key '${key}'`);
    const name = text(key, path, budget);
    copied[name] = copy(inner, [...path, name], budget);
  }
  return copied;
}

function text(value: string, path: readonly string[], budget: Budget): string {
  if (value.length > budget.limits.text) throw tooLarge(path, budget);
  spend(value.length, path, budget);
  return value;
}

function spend(characters: number, path: readonly string[], budget: Budget): void {
  budget.characters -= characters;
  if (budget.characters < 0) throw tooLarge(path, budget);
}

const tooLarge = (path: readonly string[], { limits }: Budget): Unfit =>
  new Unfit(
    "too_large",
    path,
    `is too large: at most ${limits.characters} characters, ${limits.values} values, texts of ${limits.text}`,
  );

/** A copy of an answer that has to be a record. */
export function plainObject(value: unknown): Reading<JsonObject> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return plainCopy(value) as Reading<JsonObject>;
  const found = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  return { ok: false, code: "bad_result", message: `expected an object, got ${found}` };
}
