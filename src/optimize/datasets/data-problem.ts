import type { z } from "zod";

/** More than these help nobody: they are often one mistake. */
const mostShown = 3;

const words: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "a map",
  record: "a map",
};

/** What is wrong with data that somebody wrote by hand: each problem with its place, in one line. */
export const dataProblem = (
  { issues }: z.ZodError,
  data: unknown,
  /** Where the data stands in its file. */
  at: readonly PropertyKey[] = [],
): string => {
  const told = issues.slice(0, mostShown).map((issue) => sentenceOf(issue, data, at));
  const more = issues.length > mostShown ? [`and ${issues.length - mostShown} more`] : [];
  return [...told, ...more].join("; ");
};

const sentenceOf = (issue: z.core.$ZodIssue, data: unknown, at: readonly PropertyKey[]): string => {
  const place = placeOf([...at, ...issue.path]);
  const value = issue.path.reduce<unknown>(inside, data);
  if (issue.code === "unrecognized_keys")
    return `${place === "" ? "" : `${place}: `}unknown key ${issue.keys.map((key) => `'${key}'`).join(", ")}`;
  if (issue.code === "too_small" && Array.isArray(value))
    return `${place === "" ? "it" : `'${place}'`} has ${value.length} of ${issue.minimum} entries`;
  if (issue.code !== "invalid_type") return place === "" ? issue.message : `${place}: ${issue.message}`;
  if (value === undefined) return `'${place}' is missing`;
  return `${place === "" ? "it" : `'${place}'`} must be ${words[issue.expected] ?? issue.expected}, not ${shown(value)}`;
};

const inside = (value: unknown, part: PropertyKey): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, part)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[part]
    : undefined;

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");

const shown = (value: unknown): string => {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a map" : JSON.stringify(value).slice(0, 80);
};
