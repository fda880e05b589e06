import { describe, expect, it } from "vitest";
import {
  type Expression,
  type ExpressionLanguage,
  type Expressions,
  kinds,
  languages,
  readExpressions,
} from "./expressions/read-expressions.ts";

/** How many rows each table must have. */
const counts: Record<ExpressionLanguage, number> = { en: 600, es: 400, de: 200, fr: 200 };

/** Names of days, Sunday first, and of months, as far as the rows use them. The beginning of a word is enough. */
const names: Record<ExpressionLanguage, { readonly days: readonly string[]; readonly months: readonly string[] }> = {
  en: {
    days: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
    months: "jan feb mar apr may jun jul aug sep oct nov dec".split(" "),
  },
  es: {
    days: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
    months: "ene feb mar abr may jun jul ago sep oct nov dic".split(" "),
  },
  de: {
    days: ["sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag"],
    months: "jan feb mär apr mai jun jul aug sep okt nov dez".split(" "),
  },
  fr: {
    days: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
    months: "janv févr mars avr mai juin juil août sept oct nov déc".split(" "),
  },
};

/** Words that only begin like the name of a day or a month. */
const lookalikes = new Set(["month", "months", "monat", "monats", "abrís"]);

describe.each(languages)("the expressions in %s", (language) => {
  const table = readExpressions(language);

  it("are as many as promised", () => {
    expect(table.rows.length).toBeGreaterThanOrEqual(counts[language]);
  });

  it("have every kind, and no kind fills a quarter", () => {
    const sizes = kinds.map((kind) => table.rows.filter((row) => row.kind === kind).length);
    for (const size of sizes) expect(size).toBeGreaterThan(0);
    expect(Math.max(...sizes) / table.rows.length).toBeLessThan(0.25);
  });

  it("are no duplicates, and at most a tenth of them have one shape", () => {
    const keys = table.rows.map(({ text, kind, at }) => JSON.stringify([text.toLowerCase(), kind, at]));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const shapes = Map.groupBy(table.rows, (row) => `${row.kind} ${shapeOf(row.span ?? row.text)}`);
    for (const alike of shapes.values()) expect(alike.length).toBeLessThanOrEqual(table.rows.length / 10);
  });

  it("hold their span, and do not offer the likeliest reading twice", () => {
    for (const { text, span, value, alternatives = [], taken_back: back = [] } of table.rows) {
      expect(text).toContain(span ?? text);
      expect([...alternatives, ...back]).not.toContainEqual(value);
    }
  });

  it("fall on the day of the week and in the month that they name", () => {
    const wrong = table.rows.filter((row) => !agreesWithNames(row, language));
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  it("count relative days from the reference", () => {
    expect(nameOf(table)).toBe("Wednesday");
  });
});

/** Digits and letters are all the same here. */
const shapeOf = (text: string): string => text.replaceAll(/\d+/g, "0").replaceAll(/\p{L}+/gu, "a");

const nameOf = ({ reference }: Expressions): string =>
  new Date(`${reference.at}Z`).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });

/** Every day and month that the text names belongs to one of the dates that the row gives. */
function agreesWithNames(row: Expression, language: ExpressionLanguage): boolean {
  if ((row.kind !== "date" && row.kind !== "date_range") || row.value === "none") return true;
  const given = [row.value, row.alternatives ?? [], row.taken_back ?? []].flatMap(datesIn);
  const { days, months } = names[language];
  return (row.text.toLowerCase().match(/\p{L}+/gu) ?? [])
    .filter((word) => !lookalikes.has(word))
    .every((word) => {
      const day = days.findIndex((name) => word.startsWith(name));
      const month = months.findIndex((name) => word.startsWith(name));
      if (day !== -1) return given.some((each) => each.getUTCDay() === day);
      return month === -1 || given.some((each) => each.getUTCMonth() === month);
    });
}

function datesIn(value: unknown): readonly Date[] {
  if (typeof value === "string") return [new Date(`${value}T00:00:00Z`)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(datesIn) : [];
}
