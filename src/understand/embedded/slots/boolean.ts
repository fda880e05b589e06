import { sentencesOf } from "../text/sentences.ts";
import { stem, tokensOf } from "../text/tokens.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";
import type { SlotProfile } from "./slot-profile.ts";

/** Words that mean the same to a boolean slot. */
const sameMeaning: readonly (readonly string[])[] = [
  ["wifi", "wi-fi", "internet", "wireless"],
  ["child", "kids", "children", "family", "kid-friendly", "child-friendly", "kid"],
  ["pet", "dog", "cat", "pets", "pet-friendly", "animal", "animals"],
  ["vegetarian", "veggie", "vegan"],
  ["outdoor", "outdoors", "outside", "patio"],
  ["alcohol", "drink", "liquor", "wine", "beer"],
  ["smoking", "smoke", "smoker"],
  ["shared", "share", "sharing", "pool"],
  ["free", "cost"],
  ["furnished", "furniture", "furnishing"],
  ["laundry", "washing"],
  ["cosmetic", "cosmetics"],
  ["subtitles", "subtitle", "captions", "caption"],
  ["refundable", "refund", "refunded"],
  ["unisex"],
  ["live", "band"],
].map((group) => group.map(stem));

const empty = new Set(
  "whether flag boolean indicating indicate if has have is are offer offers allowed allow welcome good for entry entrance adequate option options available desired seating service services inside place hotel house property movie restaurant salon attraction booking apartment dentist flight ride passenger passengers other with music take"
    .split(" ")
    .map(stem),
);

const negative =
  /\b(?:no(?! (?:problem|issue|worries))|not|non|without|don't|dont|doesn't|do not|does not|isn't|aren't|won't|never|private|alone|by myself)\b|n't\b/i;

/** The words that turn a boolean slot on: those of its name that carry meaning, and what means the same. */
export function topicWordsOf(profile: SlotProfile): ReadonlySet<string> {
  const own = [...profile.words].filter((word) => !empty.has(word) && word.length > 2);
  return new Set([...own, ...sameMeaning.filter((group) => group.some((word) => own.includes(word))).flat()]);
}

/** A boolean that the user volunteers: its subject is named in a statement, with or without a negation. */
export function fillBooleans(request: FillRequest): readonly FilledSlot[] {
  const profiles = request.profiles.filter((profile) => profile.kind === "boolean");
  if (profiles.length === 0) return [];
  const sentences = sentencesOf(request.text).map((sentence) => ({ sentence, tokens: tokensOf(sentence.text) }));
  return profiles.flatMap((profile) => {
    const words = topicWordsOf(profile);
    for (const { sentence, tokens } of sentences) {
      const index = tokens.findIndex(
        (token) => words.has(stem(token.lower)) || token.lower.split("-").some((piece) => words.has(stem(piece))),
      );
      const token = tokens[index];
      if (token === undefined) continue;
      const window = sentence.text.slice(Math.max(0, token.start - 35), Math.min(sentence.text.length, token.end + 18));
      const mind = /\b(?:don't|do not|wouldn't|won't) (?:mind|have a problem|object)\b/i.test(sentence.text);
      const value = mind || !negative.test(clauseOf(window, token.lower)) ? "true" : "false";
      return [
        {
          start: sentence.start + token.start,
          end: sentence.start + token.end,
          text: token.text,
          value: booleanValue(profile, value),
          slot: profile.slot.name,
          score: request.awaited.has(profile.slot.name) ? 2 : 1.2,
        },
      ];
    }
    return [];
  });
}

/** A negation in another clause does not count. */
function clauseOf(window: string, word: string): string {
  return window.split(/[,;]|\b(?:and|but|so)\b/i).find((clause) => clause.toLowerCase().includes(word)) ?? window;
}

/** The slot's own way to write true and false. */
export function booleanValue(profile: SlotProfile, value: "true" | "false"): string | boolean {
  if (profile.slot.type === "boolean") return value === "true";
  const wanted = value === "true" ? /^(?:true|yes)$/i : /^(?:false|no)$/i;
  return profile.slot.values.find((candidate) => wanted.test(candidate.value))?.value ?? value;
}
