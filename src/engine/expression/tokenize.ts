export type Token =
  | { readonly kind: "number"; readonly value: number; readonly offset: number }
  | { readonly kind: "string"; readonly value: string; readonly offset: number }
  /** A dotted path, or a single name: a keyword, a function, a slot. */
  | { readonly kind: "name"; readonly path: readonly string[]; readonly offset: number }
  | { readonly kind: "symbol"; readonly symbol: string; readonly offset: number }
  | { readonly kind: "end"; readonly offset: number };

export interface SyntaxProblem {
  readonly message: string;
  readonly offset: number;
}

export type Tokens =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | ({ readonly ok: false } & SyntaxProblem);

const space = /\s+/y;
const number = /\d+(?:\.\d+)?/y;
/** Segments after the first may be numbers: `flights.0.price`. */
const name = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/uy;
const symbol = /==|!=|<=|>=|[<>+\-*/%()[\],]/y;
const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);
/** What people write from other languages, and what is meant by it here. */
const otherLanguages: readonly (readonly [string, string])[] = [
  ["&&", "and"],
  ["||", "or"],
  ["!", "not"],
  ["=", "=="],
];

function matchAt(pattern: RegExp, source: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? null;
}

/** Every pattern is anchored and linear; a user's YAML cannot make it slow. */
export function tokenize(source: string): Tokens {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < source.length) {
    const read = readToken(source, offset);
    if (!read.ok) return read;
    if (read.token) tokens.push(read.token);
    offset = read.end;
  }
  tokens.push({ kind: "end", offset });
  return { ok: true, tokens };
}

type ReadToken =
  | { readonly ok: true; readonly token: Token | null; readonly end: number }
  | ({ readonly ok: false } & SyntaxProblem);

function readToken(source: string, offset: number): ReadToken {
  const blank = matchAt(space, source, offset);
  if (blank !== null) return { ok: true, token: null, end: offset + blank.length };
  const first = source.charAt(offset);
  if (first === "'" || first === '"') return readString(source, offset);
  const digits = matchAt(number, source, offset);
  if (digits !== null) return readNumber({ source, digits, offset });
  const word = matchAt(name, source, offset);
  if (word !== null) {
    return { ok: true, token: { kind: "name", path: word.split("."), offset }, end: offset + word.length };
  }
  const sign = matchAt(symbol, source, offset);
  if (sign !== null) return { ok: true, token: { kind: "symbol", symbol: sign, offset }, end: offset + sign.length };
  const other = otherLanguages.find(([written]) => source.startsWith(written, offset));
  if (other) return { ok: false, message: `Write '${other[1]}' instead of '${other[0]}'.`, offset };
  return { ok: false, message: `Unexpected character '${characterAt(source, offset)}'.`, offset };
}

const characterAt = (source: string, offset: number): string => String.fromCodePoint(source.codePointAt(offset) ?? 0);

function readNumber({ source, digits, offset }: { source: string; digits: string; offset: number }): ReadToken {
  const end = offset + digits.length;
  if (matchAt(name, source, end) !== null || source.charAt(end) === ".") {
    return { ok: false, message: "A number must end before a letter or a dot.", offset: end };
  }
  const value = Number(digits);
  if (!Number.isFinite(value)) return { ok: false, message: "This number is too large.", offset };
  return { ok: true, token: { kind: "number", value, offset }, end };
}

function readString(source: string, offset: number): ReadToken {
  const quote = source.charAt(offset);
  let value = "";
  let position = offset + 1;
  while (position < source.length) {
    const character = source.charAt(position);
    if (character === quote) return { ok: true, token: { kind: "string", value, offset }, end: position + 1 };
    if (character === "\\") {
      const escaped = escapes.get(source.charAt(position + 1));
      if (escaped === undefined) {
        return {
          ok: false,
          message: "After a backslash only n, t, a quote or a backslash may stand.",
          offset: position,
        };
      }
      value += escaped;
      position += 2;
    } else {
      value += character;
      position += 1;
    }
  }
  return { ok: false, message: `This text has no closing ${quote}.`, offset };
}
