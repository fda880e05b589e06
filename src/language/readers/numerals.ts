import type { Token } from "../grammar/tokens.ts";
import { parseNumeral } from "../parse-numeral.ts";

export interface Numeral {
  readonly end: number;
  /** The likeliest first: 1.200 is 1200 in German and 1.2 in English, and each may mean the other. */
  readonly values: readonly number[];
}

const joins = /^[.,'’]$/;
const longest = 40;

/** Digits with their separators: `1,234.50`, `12 500`. */
export function numeralAt(tokens: readonly Token[], at: number, decimal: "." | ","): Numeral | null {
  const first = tokens[at];
  if (first?.kind === "sign" && joins.test(first.text)) return leadingPoint(tokens, at);
  if (first?.kind !== "digits" || first.text.length > longest) return null;
  let end = at + 1;
  let written = first.text;
  while (written.length < longest && joins.test(tokens[end]?.text ?? "")) {
    const digits = tokens[end + 1];
    if (!tokens[end]?.isGlued || digits?.kind !== "digits" || !digits.isGlued) break;
    const isApostrophe = /['’]/.test(tokens[end]?.text ?? "");
    // Where decimals follow a comma, some write them behind an apostrophe: `2'5`.
    const isDecimal = isApostrophe && decimal === "," && end === at + 1 && digits.text.length < 3;
    if (isApostrophe && digits.text.length !== 3 && !isDecimal) break;
    written += `${isDecimal ? decimal : tokens[end]?.text}${digits.text}`;
    end += 2;
  }
  if (end === at + 1) {
    const spaced = spacedGroups(tokens, at);
    if (spaced !== null) return spaced;
  }
  const values = [parseNumeral(written, decimal), parseNumeral(written, decimal === "." ? "," : ".")];
  const found = [...new Set(values.filter((value) => value !== null))];
  return found.length === 0 ? null : { end, values: found };
}

/** `.5` */
function leadingPoint(tokens: readonly Token[], at: number): Numeral | null {
  const digits = tokens[at + 1];
  if (digits?.kind !== "digits" || !digits.isGlued || tokens[at]?.isGlued || digits.text.length > longest) return null;
  return { end: at + 2, values: [Number(`0.${digits.text}`)] };
}

/** `12 500`: groups of three after one to three digits. */
function spacedGroups(tokens: readonly Token[], at: number): Numeral | null {
  let end = at + 1;
  let written = tokens[at]?.text ?? "";
  if (written.length > 3 || written.startsWith("0")) return null;
  for (let next = tokens[end]; next?.kind === "digits" && next.text.length === 3; next = tokens[end]) {
    if (next.isGlued || next.start - (tokens[end - 1]?.end ?? 0) > 1 || written.length > 12) break;
    written += next.text;
    end += 1;
  }
  if (end === at + 1 || tokens[end]?.kind === "digits") return null;
  const [sign, cents] = [tokens[end], tokens[end + 1]];
  const hasCents =
    /^[.,]$/.test(sign?.text ?? "") &&
    sign?.isGlued &&
    cents?.isGlued &&
    cents.kind === "digits" &&
    cents.text.length <= 2;
  return hasCents ? { end: end + 2, values: [Number(`${written}.${cents.text}`)] } : { end, values: [Number(written)] };
}
