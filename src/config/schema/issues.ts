import type { z } from "zod";
import type { Path } from "../locate.ts";
import type { Problem } from "../report.ts";
import { isRecord } from "../source.ts";
import { hint, nearest } from "../suggest.ts";
import { keysOf } from "./keys-of.ts";
import { keyFromElsewhere, remedyForKey, wordFromElsewhere } from "./other-words.ts";
import { called, shown, typeWord, wrongType } from "./wording.ts";

type Issue = z.core.$ZodIssue;

interface Reading {
  readonly path: Path;
  readonly data: unknown;
  readonly schema: z.ZodType;
}

/** zod's issues in the words of this language, each at its place. */
export function problemsIn(issues: readonly Issue[], reading: Reading): readonly Problem[] {
  const problems = issues.flatMap((issue) => problemsOf(issue, [], reading));
  const meant = new Set(problems.map((problem) => meantKey(problem)).filter((key) => key !== null));
  // A key that is missing because it is misspelt is told once.
  return problems.filter(({ code, missing }) => code !== "config.missing_key" || !meant.has(pathKey(missing ?? [])));
}

function meantKey({ code, path, suggestion }: Problem): string | null {
  return code === "config.unknown_key" && suggestion !== undefined ? pathKey([...path.slice(0, -1), suggestion]) : null;
}

const pathKey = (path: Path): string => JSON.stringify(path);

interface SchemaProblem extends Problem {
  /** The whole path of a key that is not there. */
  readonly missing?: Path;
}

function problemsOf(issue: Issue, prefix: Path, reading: Reading): readonly SchemaProblem[] {
  const inside = [...prefix, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))];
  const path = [...reading.path, ...inside];
  const data = valueAt(reading.data, inside);
  const invalid = (message: string): readonly SchemaProblem[] => [{ code: "config.invalid_value", path, message }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey(key, inside, reading));
    case "invalid_union":
      return ofUnion(issue, inside, reading);
    case "invalid_value":
      return [choiceProblem(data, issue.values.map(String), path)];
    case "invalid_type":
      return data === undefined ? [missingKey(path)] : invalid(wrongType(path, issue.expected, data));
    case "too_small":
      return invalid(
        `${called(path)} ${issue.origin === "array" ? "needs an entry" : `must be at least ${issue.minimum}`}.`,
      );
    case "too_big":
      return invalid(`${called(path)} must be at most ${issue.maximum}.`);
    default:
      return invalid(`${called(path)}: ${issue.message}.`);
  }
}

function unknownKey(key: string, inside: Path, reading: Reading): Problem {
  const holder = valueAt(reading.data, inside);
  const valid = keysOf(reading.schema, inside, reading.data);
  // A key that is there already is hardly what a second one was meant to be.
  const free = valid.filter((name) => !(isRecord(holder) && Object.hasOwn(holder, name)));
  const suggestion = keyFromElsewhere(key, free) ?? nearest(key, free);
  const remedy = remedyForKey(key);
  return {
    code: "config.unknown_key",
    path: [...reading.path, ...inside, key],
    atKey: true,
    message: `Unknown key '${key}'.${remedy === undefined ? hint(suggestion, valid) : ` ${remedy}`}`,
    suggestion,
  };
}

/** Only the alternative that has the shape of the data is worth talking about. */
function ofUnion(
  issue: Issue & { readonly code: "invalid_union" },
  inside: Path,
  reading: Reading,
): readonly SchemaProblem[] {
  const path = [...reading.path, ...inside];
  const data = valueAt(reading.data, inside);
  // A union told apart by a key: the path leads to that key.
  if ("options" in issue && issue.options !== undefined) return [choiceProblem(data, issue.options.map(String), path)];
  if (data === undefined) return [missingKey(path)];
  const shaped = issue.errors.filter((issues) => !issues.some((each) => each.path.length === 0 && isShape(each)));
  const closest = shaped.toSorted((left, right) => left.length - right.length)[0];
  if (closest !== undefined) return closest.flatMap((each) => problemsOf(each, inside, reading));
  const expected = issue.errors.flatMap((issues) =>
    issues.flatMap((each) => (each.code === "invalid_type" ? [typeWord(each.expected)] : [])),
  );
  const kinds = [...new Set(expected)].join(" or ");
  const message = `${called(path)} must be ${kinds || "something else"}, not ${shown(data)}.`;
  return [{ code: "config.invalid_value", path, message }];
}

const isShape = (issue: Issue): boolean =>
  issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "invalid_union";

function missingKey(path: Path, remedy = ""): SchemaProblem {
  const message = `The key '${String(path.at(-1))}' is missing.${remedy}`;
  return { code: "config.missing_key", path: path.slice(0, -1), message, missing: path };
}

/** A word that is none of the allowed ones, or none at all. */
function choiceProblem(data: unknown, valid: readonly string[], path: Path): SchemaProblem {
  if (data === undefined) return missingKey(path, ` It is one of ${valid.join(", ")}.`);
  const suggestion = typeof data === "string" ? (wordFromElsewhere(data, valid) ?? nearest(data, valid)) : undefined;
  return {
    code: "config.invalid_value",
    path,
    message: `${called(path)} can't be ${shown(data)}.${hint(suggestion, valid)}`,
    suggestion,
  };
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const part of path) {
    if (Array.isArray(value) && typeof part === "number") value = value[part];
    else if (isRecord(value) && Object.hasOwn(value, String(part))) value = value[String(part)];
    else return undefined;
  }
  return value;
}
