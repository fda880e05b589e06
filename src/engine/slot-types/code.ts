import { type CodePattern, compileCodePattern } from "./code-pattern.ts";
import { formatPlain, type SlotTypeDefinition } from "./slot-type.ts";

/** A number of an order, a customer or the like. With a `pattern` it has that form, whatever case and spaces users write. */
export const code = {
  from: ["text", "number"],
  readBy: ["code"],
  parse(_, { words, slot, phrase: text }) {
    const pattern = patternOf(slot.pattern);
    const found = pattern === null ? plainCode(text, words.codes(text)) : fittingCode(text, pattern);
    return found === null ? { ok: false, reason: "type" } : { ok: true, value: found };
  },
  conforms: (value, { pattern }) => typeof value === "string" && (patternOf(pattern)?.fits(value) ?? value !== ""),
  format: formatPlain,
  example: "Write it in quotes, in the form of its pattern.",
  sample: "AB-12",
  details: { pattern: "allowed" },
  forModels: ({ pattern }) => (pattern === undefined ? "a code as written" : `a code of the form ${pattern}`),
} as const satisfies SlotTypeDefinition;

function patternOf(source: string | undefined): CodePattern | null {
  const compiled = source === undefined ? null : compileCodePattern(source);
  return compiled?.ok === true ? compiled.pattern : null;
}

/** Without a pattern: one word, or the only thing in a sentence that looks like a code. */
function plainCode(text: string, codes: readonly string[]): string | null {
  if (text !== "" && !/\s/.test(text)) return text;
  return codes.length === 1 ? (codes[0] ?? null) : null;
}

/** A spelled code has many pieces: "B K 7 4 2 1". */
const mostPieces = 12;
const mostWords = 60;

/** The longest stretch of words that fits; none if two different ones are as long. */
function fittingCode(text: string, pattern: CodePattern): string | null {
  const whole = formOf([text], pattern);
  if (whole !== null) return whole;
  const pieces = text
    .split(/\s/)
    .map(withoutPunctuation)
    .filter((piece) => piece !== "")
    .slice(0, mostWords);
  for (let count = Math.min(mostPieces, pieces.length); count > 0; count -= 1) {
    const found = new Set<string>();
    for (let from = 0; from + count <= pieces.length; from += 1) {
      const form = formOf(pieces.slice(from, from + count), pattern);
      if (form !== null) found.add(form);
    }
    if (found.size > 0) return found.size === 1 ? ([...found][0] ?? null) : null;
  }
  return null;
}

function withoutPunctuation(piece: string): string {
  let [start, end] = [0, piece.length];
  while (start < end && /[("'“«¿¡#]/.test(piece[start] ?? "")) start += 1;
  while (end > start && /[.,;:!?)"'”»]/.test(piece[end - 1] ?? "")) end -= 1;
  return piece.slice(start, end);
}

/** As written, joined, or without hyphens and dots; in capitals or small letters if it only fits so. */
function formOf(pieces: readonly string[], { fits, shortest, longest }: CodePattern): string | null {
  const joined = pieces.join("");
  const forms = new Set([pieces.join(" "), joined, joined.replaceAll(/[-./_\s]/g, "")]);
  for (const form of forms) {
    if (form.length < shortest || form.length > longest) continue;
    const fitting = [form, form.toUpperCase(), form.toLowerCase()].find((each) => fits(each));
    if (fitting !== undefined) return fitting;
  }
  return null;
}
