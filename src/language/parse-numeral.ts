/**
 * Digits with separators, as people mean them who write that sign before decimals: `1,234.50` or `1.234,50`. With both separators the
 * last one is the decimal one. A single one before exactly three digits is that choice; otherwise it is decimal.
 * Null if the groups make no number (`1,23,4`).
 */
export function parseNumeral(digits: string, decimal: "." | ","): number | null {
  const plain = digits.replaceAll(/['’\u00a0\u202f]/g, "");
  const separators = plain.replaceAll(/\d/g, "");
  const last = separators.at(-1);
  if (last === undefined) return finite(plain);
  const grouping = last === "." ? "," : ".";
  if (isDecimal({ plain, separators, decimal })) {
    const [whole = "", fraction = ""] = splitAtLast(plain, last);
    return isGrouped(whole, grouping) ? finite(`${whole.replaceAll(grouping, "")}.${fraction}`) : null;
  }
  return isGrouped(plain, last) ? finite(plain.replaceAll(last, "")) : null;
}

function isDecimal({ plain, separators, decimal }: { plain: string; separators: string; decimal: "." | "," }): boolean {
  const last = separators.at(-1) ?? "";
  if (separators.length > 1) return separators.indexOf(last) === separators.length - 1;
  const isDecimalHere = last === decimal;
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
