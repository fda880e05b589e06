import { ProblemError } from "./problems.ts";

const deepest = 32;
const forbidden: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** JSON from outside: no keys that reach for prototypes, and no nesting that would exhaust whoever walks it next. */
export function parseBody(text: string): unknown {
  const data = parsed(text);
  let level: readonly unknown[] = [data];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) {
      throw new ProblemError("request.invalid_json", `The JSON is nested deeper than ${deepest} levels.`);
    }
    level = level.flatMap(childrenOf);
  }
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
