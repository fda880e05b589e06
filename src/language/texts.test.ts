import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { patternPlaceholders } from "../engine/assistant/pattern-placeholders.ts";
import { patternNames } from "../engine/state/outcome.ts";
import { languageSigns } from "../respond/detect-language.ts";
import { languageTexts } from "../respond/locale.ts";
import { courtesies } from "./courtesy.ts";
import { languageCodes, type Sentence, type Text, type TextEntry } from "./texts.ts";

const sentencesOf = (text: Text): readonly Sentence[] => (typeof text === "string" ? [text] : text);

const textsOf = ({ default: text, variations = [] }: TextEntry): readonly Text[] => [text, ...variations];

const wordings = (sentence: Sentence): readonly string[] =>
  typeof sentence === "string" ? [sentence] : Object.values(sentence.forms);

const namesIn = (wording: string): readonly string[] =>
  [...wording.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? "");

const wordingsOf = (entry: TextEntry): readonly string[] => [
  ...textsOf(entry).flatMap(sentencesOf).flatMap(wordings),
  ...(entry.bare === undefined ? [] : [entry.bare]),
];

describe.each([...languageTexts])("texts in %s", (_language, { patterns }) => {
  it.each(patternNames)("%s names only what it is given", (name) => {
    const allowed: readonly string[] = patternPlaceholders[name];
    const sentences = textsOf(patterns[name]).flatMap(sentencesOf);
    const named = sentences.flatMap((sentence) => [
      ...wordings(sentence).flatMap(namesIn),
      ...(typeof sentence === "string" ? [] : [sentence.count]),
    ]);
    expect(named.filter((placeholder) => !allowed.includes(placeholder))).toEqual([]);
    expect(namesIn(patterns[name].bare ?? "")).toEqual([]);
  });

  it.each(patternNames)("%s has words even when nothing is known", (name) => {
    const { bare = "" } = patterns[name];
    for (const text of textsOf(patterns[name])) {
      const always = sentencesOf(text).filter(
        (sentence) => typeof sentence === "string" && namesIn(sentence).length === 0,
      );
      expect(always.length > 0 || bare !== "").toBe(true);
    }
  });

  it.each(patternNames)("%s is written without stray spaces or empty sentences", (name) => {
    const all = wordingsOf(patterns[name]);
    expect(all.length).toBeGreaterThan(0);
    for (const wording of all) expect(wording).toMatch(/^\S(.*\S)?$/);
  });

  it.each(patternNames)("%s ends each sentence, and begins none with a description", (name) => {
    for (const wording of wordingsOf(patterns[name])) {
      // What a button says is no sentence.
      if (name.startsWith("option_")) expect(wording).not.toMatch(/[.?!:]$/);
      else if (wording !== "{error}") expect(wording).toMatch(/[.?!:)]$/);
      expect(wording).not.toMatch(/^\{\w+_description\}/);
    }
  });
});

/** What a language that is to be spoken lacks, by name: the recipe in CONTRIBUTING.md says where each belongs. */
function missingFrom(language: string): readonly string[] {
  const texts = languageTexts.get(language);
  const file = (name: string) => new URL(`./${language}/${name}`, import.meta.url);
  return [
    ...["texts.ts", "texts-signs.ts"].filter((name) => !existsSync(file(name))),
    ...patternNames.filter((name) => texts === undefined || !Object.hasOwn(texts.patterns, name)),
    ...["yes", "no"].filter((word) => texts === undefined || !Object.hasOwn(texts.words, word)),
    ...(Object.hasOwn(languageSigns, language) ? [] : ["signs"]),
    ...(Object.hasOwn(courtesies, language) ? [] : ["courtesies"]),
  ];
}

describe("a language is complete", () => {
  it.each(languageCodes)("%s lacks nothing", (language) => {
    expect(missingFrom(language)).toEqual([]);
  });

  it("every folder with texts is one that is spoken", () => {
    const folders = readdirSync(new URL(".", import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(new URL(`./${entry.name}/texts.ts`, import.meta.url)))
      .map(({ name }) => name);
    expect(folders.sort()).toEqual([...languageCodes].sort());
  });

  it("one that nobody has written lacks everything, and each thing is named", () => {
    expect(missingFrom("it")).toEqual([
      "texts.ts",
      "texts-signs.ts",
      ...patternNames,
      "yes",
      "no",
      "signs",
      "courtesies",
    ]);
  });
});

it("no sentence of one language stands in another", () => {
  const told = [...languageTexts].map(([language, { patterns }]) => ({
    language,
    // "{error}" is no language's.
    sentences: new Set(patternNames.flatMap((name) => wordingsOf(patterns[name])).filter((text) => text !== "{error}")),
  }));
  for (const { language, sentences } of told) {
    const others = told.filter((other) => other.language !== language);
    const shared = [...sentences].filter((text) => others.some((other) => other.sentences.has(text)));
    expect(shared, language).toEqual([]);
  }
});
