/** Languages that write 1.234,50; the others write 1,234.50. */
const commaDecimals: ReadonlySet<string> = new Set(["es", "de", "fr", "it", "pt", "nl", "ca", "gl", "eu"]);

/**
 * Digits with separators, as people of that language mean them: `1,234.50` or `1.234,50`. With both separators the
 * last one is the decimal one. A single one before exactly three digits is the language's choice; otherwise it is decimal.
 * Null if the groups make no number (`1,23,4`).
 */
export function parseNumeral(digits: string, language: string): number | null {
  const plain = digits.replaceAll(/['’\u00a0\u202f]/g, "");
  const separators = plain.replaceAll(/\d/g, "");
  const last = separators.at(-1);
  if (last === undefined) return finite(plain);
  const grouping = last === "." ? "," : ".";
  if (isDecimal({ plain, separators, language })) {
    const [whole = "", fraction = ""] = splitAtLast(plain, last);
    return isGrouped(whole, grouping) ? finite(`${whole.replaceAll(grouping, "")}.${fraction}`) : null;
  }
  return isGrouped(plain, last) ? finite(plain.replaceAll(last, "")) : null;
}

function isDecimal({ plain, separators, language }: { plain: string; separators: string; language: string }): boolean {
  const last = separators.at(-1) ?? "";
  if (separators.length > 1) return separators.indexOf(last) === separators.length - 1;
  const isDecimalHere = (last === ",") === commaDecimals.has(language.slice(0, 2));
  return isDecimalHere || !/^[1-9]\d{0,2}[.,]\d{3}$/.test(plain);
}

function splitAtLast(text: string, separator: string): readonly string[] {
  const at = text.lastIndexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

function isGrouped(text: string, separator: string): boolean {
  const [first = "", ...groups] = text.split(separator);
  if (groups.length === 0) return /^\d+$/.test(first);
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

function finite(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
