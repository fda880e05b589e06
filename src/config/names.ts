import { reservedNames } from "../engine/expression/grammar.ts";
import type { Path } from "./locate.ts";
import type { Report } from "./report.ts";

/** Every object answers to these, so that nobody could tell whether such a slot is there. */
const everywhere = new Set(["prototype", ...Object.getOwnPropertyNames(Object.prototype)]);
/** These would hide what expressions already mean by them. */
const inExpressions = new Set([...reservedNames, "session", "outputs"]);
export const exits = ["continue", "end", "error", "cancel"] as const;

const identifier = /^\p{L}[\p{L}\p{N}_]*$/u;
/** Steps, actions and responses are never read in an expression, so they may have hyphens. */
const loose = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

export type NameKind = "slot" | "flow" | "action" | "step" | "response" | "output" | "input" | "key";

interface NameAt {
  readonly kind: NameKind;
  readonly name: string;
  readonly path: Path;
  readonly atKey?: boolean;
}

/** Reports a name that can't be used; true if it can. */
export function checkName({ kind, name, path, atKey = false }: NameAt, report: Report): boolean {
  const reserved = reservedReason(kind, name);
  if (reserved !== null) {
    report.add({
      code: "config.reserved_name",
      path,
      atKey,
      message: `No ${kind} can be named '${name}': ${reserved}.`,
    });
    return false;
  }
  const pattern = kind === "step" || kind === "action" || kind === "response" ? loose : identifier;
  if (pattern.test(name)) return true;
  const better = name
    .trim()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^[_\p{N}]+/u, "")
    .replace(/(?<!_)_+$/, "");
  const suggestion = better === "" ? undefined : better;
  report.add({
    code: "config.invalid_name",
    path,
    atKey,
    message: `'${name}' is no name for a ${kind}: it takes letters, digits and _, a letter first.${
      suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`
    }`,
    suggestion,
  });
  return false;
}

function reservedReason(kind: NameKind, name: string): string | null {
  if (everywhere.has(name)) return "JavaScript gives that name a meaning of its own";
  if (name.startsWith("_")) return "names that start with _ belong to the system";
  if (kind === "step") return (exits as readonly string[]).includes(name) ? "it is a way out of a flow" : null;
  if (kind === "action" || kind === "response" || kind === "flow") return null;
  return inExpressions.has(name) ? "it has a meaning of its own in expressions" : null;
}

export interface OptionalName {
  readonly name: string;
  readonly optional: boolean;
}

/** `cabin?` may be missing. */
export const parseOptionalName = (text: string): OptionalName =>
  text.endsWith("?") ? { name: text.slice(0, -1).trim(), optional: true } : { name: text.trim(), optional: false };

/** An output that may be missing is written with ? too; nothing needs to know. */
export const plainName = (text: string): string => parseOptionalName(text).name;
