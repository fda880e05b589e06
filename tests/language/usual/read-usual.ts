import { readFileSync } from "node:fs";
import type { Expression, ExpressionLanguage, Expressions } from "../expressions/read-expressions.ts";

const zones: Readonly<Record<ExpressionLanguage, string>> = {
  en: "Europe/London",
  es: "Europe/Madrid",
  de: "Europe/Berlin",
  fr: "Europe/Paris",
};

/** Lines `kind | text | value | marks`, one expression each, in the form of the tables in `expressions/`. */
export function readUsual(language: ExpressionLanguage): Expressions {
  const lines = readFileSync(new URL(`${language}.txt`, import.meta.url), "utf8").split("\n");
  const rows = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [kind = "", text = "", value = "", marks = ""] = line.split("|").map((part) => part.trim());
      return { kind, text, value: toValue(kind, value), ...marksOf(marks) } as unknown as Expression;
    });
  return { reference: { at: "2026-11-18T10:00", zone: zones[language] }, rows };
}

/** `at_least`, `excluded`, `to 2026-12-05` for what it is relative to, `past`, or a region in capitals. */
function marksOf(marks: string): Partial<Record<string, unknown>> {
  if (marks === "") return {};
  if (marks === "excluded") return { excluded: true };
  if (marks === "past") return { expects: "past" };
  if (marks.startsWith("to ")) return { relative_to: marks.slice(3) };
  return /^[A-Z]{2}$/.test(marks) ? { region: marks } : { hedge: marks };
}

function toValue(kind: string, written: string): unknown {
  if (written === "none") return written;
  const [amount = "", unit = ""] = written.split(" ");
  const [from = "", to] = amount.split("..");
  switch (kind) {
    case "number":
    case "count":
    case "ordinal":
      return to === undefined ? Number(from) : { from: Number(from), to: Number(to) };
    case "quantity":
    case "money": {
      const of = kind === "quantity" ? { unit } : { currency: unit };
      return to === undefined ? { amount: Number(from), ...of } : { from: Number(from), to: Number(to), ...of };
    }
    case "date_range":
    case "time_range":
    case "duration":
      return to === undefined ? written : { from, to };
    default:
      return written;
  }
}
