import type { Language, RequestKind } from "../../../language/language.ts";
import { languageOf } from "../../../language/languages.ts";
import { wordsOf } from "./text-features.ts";

/*
 * Sentence vectors see that "show my alarms" and "set an alarm" are both about alarms, but hardly that one reads
 * and the other writes. Verbs of one kind stand for each other here.
 */

/** Whether the message asks for the kind of thing the flow does: 1 yes, -1 no, 0 where either does not say. */
export function requestAgreement(wanted: readonly RequestKind[], offered: readonly RequestKind[]): number {
  if (offered.length === 0) return 0;
  // "I need a bus": who names no verb most often wants to look first.
  if (wanted.length === 0) return offered.includes("find") ? 0.5 : -0.5;
  return offered.some((kind) => wanted.includes(kind)) ? 1 : -1;
}

/** What a description's verb does, where the language puts it; nothing when there is a noun in its place. */
export function kindsOffered(description: string, language: string): readonly RequestKind[] {
  const own = languageOf(language);
  const words = wordsOf(description);
  const [first] = kindsOf(words[0] ?? "", own);
  return first === undefined && own.hasVerbLast === true
    ? kindsOf(words.at(-1) ?? "", own)
    : kindsOf(words[0] ?? "", own);
}

export function kindsWanted(message: string, language: string): readonly RequestKind[] {
  const own = languageOf(language);
  return [...new Set(wordsOf(message).flatMap((word) => kindsOf(word, own)))];
}

/** Kinds that go with things of one sort: who plays wants music, who sends, money. */
const tellingKinds: ReadonlySet<RequestKind> = new Set(["play", "send", "rent"]);

/** Whether the word says what to do, but not with what. */
export const isBareVerb = (word: string, language: string): boolean =>
  kindsOf(word, languageOf(language)).some((kind) => !tellingKinds.has(kind));

const indexes = new WeakMap<Language, ReadonlyMap<string, readonly RequestKind[]>>();

function kindsOf(word: string, language: Language): readonly RequestKind[] {
  const index = indexes.get(language) ?? indexKinds(language);
  indexes.set(language, index);
  return index.get(language.stem(word)) ?? [];
}

function indexKinds({ requestWords, stem }: Language): ReadonlyMap<string, readonly RequestKind[]> {
  const kinds = new Map<string, RequestKind[]>();
  for (const kind of Object.keys(requestWords) as RequestKind[]) {
    for (const stemmed of new Set(requestWords[kind].split(" ").map(stem))) {
      kinds.set(stemmed, [...(kinds.get(stemmed) ?? []), kind]);
    }
  }
  return kinds;
}
