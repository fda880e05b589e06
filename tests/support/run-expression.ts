import { expect } from "vitest";
import { evaluate } from "../../src/engine/expression/evaluate.ts";
import { parseExpression } from "../../src/engine/expression/parse.ts";
import { readPath } from "../../src/engine/expression/read-path.ts";
import type { Json } from "../../src/engine/json.ts";

/** Monday 16 November 2026, 10:00:05 in Madrid. */
export const now = Date.UTC(2026, 10, 16, 9, 0, 5);

export function run(source: string, slots: Json = {}): { value: Json; notes: string[] } {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.message}`);
  const notes: string[] = [];
  const value = evaluate(parsed.expression, {
    lookup: (path) => readPath(slots, path),
    now,
    timezone: "Europe/Madrid",
    trace: (note) => notes.push(note),
  });
  return { value, notes };
}

/** A value without a word about it. */
export function quietly(source: string, slots: Json = {}): Json {
  const { value, notes } = run(source, slots);
  expect(notes).toEqual([]);
  return value;
}
