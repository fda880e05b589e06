import type { Assistant } from "../../engine/assistant/assistant.ts";

/** The facts of the session that expressions and texts of an assistant read, in order of the alphabet. */
export function sessionNames(assistant: Assistant): readonly string[] {
  const names = new Set<string>();
  look(assistant.flows, names);
  look(assistant.slots, names);
  look(assistant.responses, names);
  look(assistant.patterns, names);
  return [...names].sort();
}

/** Parsed expressions and templates hold a `path` wherever they read something. */
function look(data: unknown, names: Set<string>): void {
  if (typeof data !== "object" || data === null) return;
  if (data instanceof Map) {
    for (const value of data.values()) look(value, names);
    return;
  }
  if ("kind" in data && data.kind === "path" && "path" in data && Array.isArray(data.path)) {
    const [root, name]: readonly unknown[] = data.path;
    if (root === "session" && typeof name === "string") names.add(name);
    return;
  }
  for (const value of Array.isArray(data) ? data : Object.values(data)) look(value, names);
}
