import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Language, Table } from "../../src/language/language.ts";
import { languages } from "../../src/language/languages.ts";
import { read } from "../../src/language/read.ts";
import type { Kind } from "../../src/language/reading.ts";
import { judge, type Verdict } from "./expressions/judge.ts";
import { type ExpressionLanguage, kinds, readExpressions } from "./expressions/read-expressions.ts";

/** Shares of the rows, in percent. A language that is still being written stands here with what it reaches. */
const wanted: Partial<Record<ExpressionLanguage, { readonly among: number; readonly first: number }>> = {
  en: { among: 97, first: 93 },
  es: { among: 97, first: 93 },
  de: { among: 97, first: 93 },
  fr: { among: 97, first: 93 },
};

const share = (verdicts: readonly Verdict[], is: (verdict: Verdict) => boolean): number =>
  (100 * verdicts.filter(is).length) / verdicts.length;

describe.each(Object.keys(wanted) as ExpressionLanguage[])("the readers of %s", (language) => {
  const verdicts = judge(language, readExpressions(language));

  it("find what is meant, and put it first", () => {
    expect(share(verdicts, ({ isAmong }) => isAmong)).toBeGreaterThanOrEqual(wanted[language]?.among ?? 0);
    expect(share(verdicts, ({ isFirst }) => isFirst)).toBeGreaterThanOrEqual(wanted[language]?.first ?? 0);
  });

  it("read any text of their own words without complaint, and know where", () => {
    const { words }: Language = languages[language as keyof typeof languages];
    const tables: readonly Table<unknown>[] = Object.values(words);
    const spoken = tables
      .flatMap((table) => table.map(([, phrases]) => phrases.split("|")[0] ?? ""))
      .filter((phrase) => phrase !== "");
    const pieces = fc.constantFrom(
      ...spoken,
      ..."5 12 31 2026 1,5 16:30 24/12 - / . , ( ) @ $ % ' # + a and to".split(" "),
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join(" ")),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join("")),
    );
    const context = { now: Date.UTC(2026, 10, 18, 10), timezone: "Europe/London", language };
    const runs = Number(process.env["SONI_RANDOM_TEXTS"] ?? 300);
    fc.assert(
      fc.property(texts, fc.constantFrom(...kinds), (text, kind) => {
        for (const { start, end, value } of read(kind as Kind, text, context)) {
          expect(start >= 0 && start < end && end <= text.length).toBe(true);
          expect(value).toBeDefined();
        }
      }),
      { numRuns: runs },
    );
  });
});

/** Tables that a language may leave empty: it has no such words. */
const dispensable: readonly string[] = [
  "joinTen",
  "joinMore",
  "minus",
  "note",
  "person",
  "severalPeople",
  "spokenZero",
];

/** What a language lacks, in words for the person who writes it. */
function lacking({ code, words, rules, acts, ...habits }: Language): readonly string[] {
  const empty = (name: string, list: readonly unknown[]): boolean => list.length === 0 && !dispensable.includes(name);
  return [
    ...Object.entries(words).flatMap(([name, table]) => (empty(name, table) ? [`words.${name} has no phrases`] : [])),
    ...Object.entries(rules).flatMap(([name, list]) => (empty(name, list) ? [`rules.${name} has no patterns`] : [])),
    ...Object.entries(acts).flatMap(([name, list]) => (empty(name, list) ? [`acts.${name} has no patterns`] : [])),
    ...(["stopWords", "askingWords"] as const).flatMap((name) =>
      habits[name].size === 0 ? [`${name} has no words`] : [],
    ),
    ...(habits.followUps.length === 0 ? ["followUps has no phrases"] : []),
    ...Object.entries({ ...habits.requestWords, ...habits.measureNames }).flatMap(([name, list]) =>
      list === "" ? [`requestWords or measureNames: ${name} has no words`] : [],
    ),
    ...[`expressions/${code}.yaml`, `usual/${code}.txt`].flatMap((file) =>
      existsSync(new URL(file, import.meta.url)) ? [] : [`tests/language/${file} is not there`],
    ),
    ...(Object.hasOwn(wanted, code) ? [] : ["its least figures are not in 'wanted'"]),
  ];
}

describe.each(Object.entries(languages))("the folder of %s", (_, language) => {
  it("lacks nothing", () => expect(lacking(language)).toEqual([]));
});
