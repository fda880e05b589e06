/** Everything below a space but tab and line ends, and the second block of controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;

export type Unsound = "malformed" | "control_characters" | "too_long" | "too_deep";

/** The fault of a string, or with a string somewhere inside a value. */
export interface UnsoundString {
  readonly reason: Unsound;
  /** `/slots/name`; empty for the value itself. */
  readonly path: string;
}

const deepest = 50;
const mostNodes = 20_000;

/** Null if every database can store the string: no lone surrogates, no NUL and no other control characters. */
export function unsoundString(text: string): Extract<Unsound, "malformed" | "control_characters"> | null {
  if (!text.isWellFormed()) return "malformed";
  return controls.test(text) ? "control_characters" : null;
}

/** The first string or key of a value from outside that cannot be taken; null if all can. */
export function findUnsound(value: unknown, limits: { readonly length: number }): UnsoundString | null {
  let nodes = 0;
  const walk = (part: unknown, path: string, depth: number): UnsoundString | null => {
    nodes += 1;
    if (depth > deepest || nodes > mostNodes) return { reason: "too_deep", path };
    if (typeof part === "string") return inString(part, path);
    if (typeof part !== "object" || part === null) return null;
    for (const [key, child] of Object.entries(part)) {
      const found = inString(key, path) ?? walk(child, `${path}/${key}`, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  const inString = (text: string, path: string): UnsoundString | null => {
    const reason = text.length > limits.length ? "too_long" : unsoundString(text);
    return reason === null ? null : { reason, path };
  };
  return walk(value, "", 0);
}

const words: Readonly<Record<Unsound, string>> = {
  malformed: "holds half a character (a lone surrogate)",
  control_characters: "holds control characters",
  too_long: "is too long",
  too_deep: "is nested too deeply or holds too many values",
};

/** A sentence for its sender; the path as far as it can be shown. */
export const sayUnsound = ({ reason, path }: UnsoundString): string =>
  `The value${path === "" ? "" : ` at ${path.slice(0, 100).toWellFormed()}`} ${words[reason]}.`;
