import { sentencesOf } from "../text/sentences.ts";
import { stem, tokensOf } from "../text/tokens.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";

const indifferent =
  /\b(?:(?:i )?(?:don'?t|do not|doesn'?t|does not|wouldn'?t) (?:really )?(?:care|mind|matter|have (?:a|any) (?:preference|particular))|doesn'?t (?:really )?matter|not (?:particular|picky|important|fussy)|no preference|whatever|whichever|anything (?:is fine|works|will do|goes|is okay|is good|should be)|any (?:\w+ )?(?:one |of them )?(?:is fine|works|will do|is okay|is ok|would do|would be fine|should be fine|is good|would work|are fine)|up to you|you (?:choose|decide)|either(?: one)? (?:is fine|works|is okay)|surprise me|all the same)\b/i;
const anyNoun = /\bany (?:kind of |type of |sort of |particular |of the |available |functional )?(\w+)/gi;
/** "Any song" looks for songs; "any airline" leaves a choice to us. */
const choosable = new Set(["categorical", "topic", "count", "boolean"]);
const kinds = ["type", "kind", "sort", "model"].map(stem);
const skipping =
  /\b(?:skip (?:that|this|it)|skip$|(?:i'd|i would) rather not(?: say)?|leave (?:that|it) (?:out|empty|blank)|pass$|not sure|no idea|i (?:don'?t|do not) know$|prefer not to)\b/i;

/** Slots that the user leaves to us: "any airline", "I don't mind the kind of attraction". Their value is null. */
export function indifferentSlots(request: FillRequest): readonly FilledSlot[] {
  const found: FilledSlot[] = [];
  for (const sentence of sentencesOf(request.text)) {
    const direct = indifferent.exec(sentence.text) ?? skipping.exec(sentence.text);
    const nouns = [...sentence.text.matchAll(anyNoun)];
    if (direct === null && nouns.length === 0) continue;
    const words = new Set(
      tokensOf(direct === null ? nouns.map((match) => match[0]).join(" ") : sentence.text).map((token) =>
        stem(token.lower),
      ),
    );
    const named = request.profiles.filter(
      (profile) =>
        !found.some((other) => other.slot === profile.slot.name) &&
        (direct !== null || choosable.has(profile.kind)) &&
        ([...profile.nameWords].some((word) => word.length > 3 && words.has(word)) ||
          (profile.kind === "topic" && kinds.some((word) => words.has(word)))),
    );
    const chosen =
      named.length > 0
        ? named.slice(0, 2)
        : direct === null
          ? []
          : request.profiles.filter((profile) => request.awaited.has(profile.slot.name)).slice(0, 1);
    const at = sentence.start + (direct?.index ?? nouns[0]?.index ?? 0);
    const text = direct?.[0] ?? nouns[0]?.[0] ?? "";
    for (const profile of chosen)
      found.push({ start: at, end: at + text.length, text, value: null, slot: profile.slot.name, score: 1.5 });
  }
  return found;
}
