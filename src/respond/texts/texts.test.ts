import { describe, expect, it } from "vitest";
import { patternPlaceholders } from "../../engine/assistant/pattern-placeholders.ts";
import { patternNames } from "../../engine/state/outcome.ts";
import type { Sentence, Text, TextEntry } from "../catalogue.ts";
import { languageTexts } from "../locale.ts";

const sentencesOf = (text: Text): readonly Sentence[] => (typeof text === "string" ? [text] : text);

const textsOf = ({ default: text, variations = [] }: TextEntry): readonly Text[] => [text, ...variations];

const wordings = (sentence: Sentence): readonly string[] =>
  typeof sentence === "string" ? [sentence] : Object.values(sentence.forms);

const namesIn = (wording: string): readonly string[] =>
  [...wording.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? "");

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
    const all = textsOf(patterns[name]).flatMap(sentencesOf).flatMap(wordings);
    expect(all.length).toBeGreaterThan(0);
    for (const wording of all) expect(wording).toMatch(/^\S(.*\S)?$/);
  });
});

it("says something different in each language", () => {
  const [english, spanish] = [...languageTexts.values()];
  for (const name of patternNames) {
    expect(english?.patterns[name].default).not.toEqual(spanish?.patterns[name].default);
  }
});
