import type { z } from "zod";
import type { Path } from "../locate.ts";
import type { Report } from "../report.ts";
import { isRecord } from "../source.ts";
import { problemsIn } from "./issues.ts";

export interface Read<Value> {
  /** What could be read; null if not even its valid parts make a value. */
  readonly value: Value | null;
  /** False if something was reported. */
  readonly whole: boolean;
}

/**
 * Reads data by its schema and reports what is wrong. Keys that are wrong are then taken for what they were
 * meant to be, or left out, and the rest is read again: one mistake must not hide what else can be checked.
 */
export function readBySchema<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  at: { readonly path: Path; readonly report: Report },
): Read<z.infer<Schema>> {
  const first = schema.safeParse(data);
  if (first.success) return { value: first.data, whole: true };
  const problems = problemsIn(first.error.issues, { path: at.path, data, schema });
  for (const problem of problems) at.report.add(problem);
  if (!isRecord(data)) return { value: null, whole: false };
  const depth = at.path.length;
  const meant = new Map<string, string>();
  const wrong = new Set<unknown>();
  for (const { code, path, suggestion } of problems) {
    const key = path[depth];
    if (code !== "config.unknown_key" || path.length > depth + 1 || suggestion === undefined) wrong.add(key);
    else meant.set(String(key), suggestion);
  }
  const kept = Object.entries(data).filter(([key]) => !wrong.has(key));
  const renamed = kept.map(([key, value]) => [meant.get(key) ?? key, value] as const);
  const second = schema.safeParse(Object.fromEntries(renamed));
  if (second.success) return { value: second.data, whole: false };
  const third = schema.safeParse(Object.fromEntries(kept.filter(([key]) => !meant.has(key))));
  return { value: third.success ? third.data : null, whole: false };
}
