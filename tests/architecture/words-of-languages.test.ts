import { describe, expect, it } from "vitest";
import { languages } from "../../src/language/languages.ts";
import { literalsIn, mostOf, sourceFiles, wordListsIn } from "./words-of-languages.ts";

/** Files outside of the language room that may hold words of its tables, and why. */
const allowed: Readonly<Record<string, string>> = {
  "optimize/datasets/generate/phrases.ts": "sentences that are written for data sets; nothing is read with them",
  "report/series.ts": "names of styles, numbered in English",
  "report/stylesheet.ts": "names of styles, numbered in English",
};

it("no list of a language's words is outside of the language room", () => {
  const outside = sourceFiles.filter((file) => !file.startsWith("language/"));
  const lists = outside.flatMap(wordListsIn);
  expect(lists.filter(({ file }) => !Object.hasOwn(allowed, file))).toEqual([]);
  expect(Object.keys(allowed).filter((file) => !lists.some((list) => list.file === file))).toEqual([]);
});

describe.each(Object.keys(languages) as (keyof typeof languages)[])("in the room of %s", (code) => {
  const own = sourceFiles.filter((file) => file.startsWith(`language/${code}/`));

  it.each(["numberWord", "ordinalWord", "month", "weekday", "dayWord"] as const)(
    "%s is said in no two files",
    (table) => {
      expect(own.filter((file) => mostOf(table, code, file)).length).toBeLessThan(2);
    },
  );
});

it.each([
  ["day after tomorrow", "language/en/dates.ts"],
  ["pasado mañana", "language/es/dates.ts"],
  ["übermorgen", "language/de/dates.ts"],
  ["après-demain", "language/fr/dates.ts"],
])("'%s' is in %s alone", (phrase, home) => {
  expect(sourceFiles.filter((file) => literalsIn(file).some((text) => text.includes(phrase)))).toEqual([home]);
});

it("'yeah' is in one file of each language that has it", () => {
  const files = sourceFiles.filter((file) => literalsIn(file).some((text) => /\byeah\b/.test(text)));
  expect(files).toEqual(["language/en/answers.ts", "language/fr/answers.ts"]);
});
