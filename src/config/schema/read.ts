import type { z } from "zod";
import type { Path } from "../locate.ts";
import type { Report } from "../report.ts";
import { isRecord } from "../source.ts";
import { reportIssues } from "./issues.ts";

export interface Read<Value> {
  /** What could be read; null if not even its valid parts make a value. */
  readonly value: Value | null;
  /** False if something was reported. */
  readonly whole: boolean;
}

/**
 * Reads data by its schema and reports what is wrong. The keys that are wrong are then left out and the
 * rest is read again: one mistake must not hide what else can be checked.
 */
export function readBySchema<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  at: { readonly path: Path; readonly report: Report },
): Read<z.infer<Schema>> {
  const first = schema.safeParse(data);
  if (first.success) return { value: first.data, whole: true };
  reportIssues(first.error.issues, { ...at, data, schema });
  if (!isRecord(data)) return { value: null, whole: false };
  const wrong = new Set<PropertyKey>();
  for (const issue of first.error.issues) {
    if (issue.code === "unrecognized_keys" && issue.path.length === 0) for (const key of issue.keys) wrong.add(key);
    else if (issue.path[0] !== undefined) wrong.add(issue.path[0]);
  }
  const rest = Object.fromEntries(Object.entries(data).filter(([key]) => !wrong.has(key)));
  const second = schema.safeParse(rest);
  return { value: second.success ? second.data : null, whole: false };
}
