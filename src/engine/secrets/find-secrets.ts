import type { Vault } from "./vault.ts";

/** A stretch of a text that tells a secret. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What people put between the characters of a number or a code. */
const between = "[\\s\\-.,/_()'’:+]*";
/** A shorter value is found only in the message that gave it: anywhere else it would be chance. */
const tellingLength = 4;
/** So much is no chance, even in the middle of a word. */
const unmistakableLength = 8;
/** A longer one is looked for as it is. */
const looseAtMost = 100;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/;

type SecretValue = string | number;

const significant = (value: SecretValue): readonly string[] =>
  String(value)
    .normalize("NFC")
    .match(/[\p{L}\p{M}\p{N}]/gu) ?? [];

/** Whether it says something wherever it turns up. */
export const isTelling = (value: SecretValue): boolean => significant(value).length >= tellingLength;

/** Where a text tells the value: in any case, with any blanks, dashes and grouping. */
export function spansOf(text: string, value: SecretValue): readonly Span[] {
  const pattern = patternOf(value);
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

const patterns = new Map<SecretValue, RegExp>();
const patternsAtMost = 500;

function patternOf(value: SecretValue): RegExp {
  const cached = patterns.get(value);
  if (cached !== undefined) return cached;
  const built = buildPattern(value);
  if (patterns.size >= patternsAtMost) patterns.clear();
  patterns.set(value, built);
  return built;
}

function buildPattern(value: SecretValue): RegExp {
  const characters = significant(value);
  const [first = "", last = ""] = [characters.at(0), characters.at(-1)];
  if (characters.length === 0 || characters.length > looseAtMost) return new RegExp(escaped(String(value)), "giu");
  const [, year = "", month = "", day = ""] = typeof value === "string" ? (isoDate.exec(value) ?? []) : [];
  const loose = `${escaped(String(value))}|${characters.map(escaped).join(between)}`;
  const decimals = typeof value === "number" ? "0{0,2}" : "";
  const forms = year === "" ? loose : [loose, ...dateForms(year, month, day)].join("|");
  // No match begins inside a reference.
  const before = `(?<![\uFDD0${edge(first, characters.length)}])`;
  const after = characters.length >= unmistakableLength && decimals === "" ? "" : `(?![${edge(last, 0)}])`;
  return new RegExp(`${before}(?:${forms})${decimals}${after}`, "giu");
}

/** A number ends where its digits end, a word where its letters do. */
const edge = (character: string, length: number): string =>
  length >= unmistakableLength ? "" : /\p{N}/u.test(character) ? "\\p{N}" : "\\p{L}\\p{M}\\p{N}";

const dateForms = (year: string, month: string, day: string): readonly string[] => {
  const [m, d] = [month, day].map((part) => part.replace(/^0/, "0?"));
  return [`${d}${between}${m}${between}${year}`, `${m}${between}${d}${between}${year}`];
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** The values of a vault that are looked for everywhere, the longest first: a short one may be part of a long one. */
const telling = new WeakMap<Vault, readonly SecretValue[]>();

export function tellingValues(vault: Vault | undefined): readonly SecretValue[] {
  if (vault === undefined) return [];
  const cached = telling.get(vault);
  if (cached !== undefined) return cached;
  const found = longestFirst(
    Object.values(vault.secrets).flatMap(({ value, kind }) =>
      kind === "value" && (typeof value === "string" || typeof value === "number") && isTelling(value) ? [value] : [],
    ),
  );
  telling.set(vault, found);
  return found;
}

export const longestFirst = (values: readonly SecretValue[]): readonly SecretValue[] =>
  [...new Set(values)].toSorted((one, other) => String(other).length - String(one).length);

/** Replaces every telling of these values. */
export const replaceSecrets = (
  text: string,
  values: readonly SecretValue[],
  replacement: (said: string) => string,
): string => values.reduce<string>((now, value) => now.replaceAll(patternOf(value), (said) => replacement(said)), text);
