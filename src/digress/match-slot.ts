import type { Slot } from "../engine/assistant/slot.ts";
import { wordsIn } from "../language/fold-text.ts";
import type { Language } from "../language/language.ts";
import { languages } from "../language/languages.ts";

/**
 * The slot that the topic is about: by name, or because every word of the topic is one of the slot's. Half a match is
 * none, because a wrong answer is worse than an honest "I don't know". Of several, the earliest: put the likeliest first.
 */
export function matchSlot(topic: string, slots: readonly Slot[]): Slot | null {
  return slots.find((slot) => plain(slot.name) === plain(topic)) ?? slots.find((slot) => isAbout(slot, topic)) ?? null;
}

/** "What does that mean?" */
export const hasNoSubject = (question: string): boolean =>
  Object.values(languages).every((language) => stemsOf(question, language).length === 0);

/** Whether a question has a word of a slot, one of its values included. */
export function sharesWord(question: string, slot: Slot): boolean {
  const values = slot.values.flatMap(({ value, synonyms }) => [value, ...synonyms]);
  const texts = [slot.name, slot.label ?? "", slot.description, slot.prompt?.source ?? "", ...values];
  return Object.values(languages).some((language) => {
    const known = new Set(texts.flatMap((text) => stemsOf(text, language)));
    return stemsOf(question, language).some((stem) => known.has(stem));
  });
}
/** `departure_date` reads as two words. */
const plain = (text: string): string => wordsIn(text).join(" ");

/** In one of the languages: the topic may be a model's own words. */
const isAbout = (slot: Slot, topic: string): boolean =>
  Object.values(languages).some((language) => {
    const asked = stemsOf(topic, language);
    const known = new Set([slot.name, slot.label ?? "", slot.description].flatMap((text) => stemsOf(text, language)));
    return asked.length > 0 && asked.every((stem) => known.has(stem));
  });

/** What is asked for: words of a question that say nothing about its subject are left out, in every language. */
const stemsOf = (text: string, { stem }: Language): readonly string[] =>
  wordsIn(text)
    .filter((word) => !Object.values(languages).some(({ askingWords }) => askingWords.has(word)))
    .map(stem);
