import type { SlotInScope } from "../../understander.ts";
import { stemsOf, tokensOf, wordsOfName } from "../text/tokens.ts";

const listing =
  /^(?:(?:and|so|but|ok|well) )*(?:what|which) (?:kinds? of |types? of |sorts? of )?(\w+) (?:are there|are (?:available|possible)|do you (?:have|offer|serve|support|take|accept|know|\w+ (?:to|from|in))|can i (?:choose|pick|use|have|\w+ (?:to|from|in)))(?: from)?$/i;

/** The slot whose values are asked for as a whole: "what cabins are there?", "which cities do you fly to?" */
export function listedSlot(text: string, slots: readonly SlotInScope[]): string | null {
  const noun = stemsOf(listing.exec(text)?.[1] ?? "")[0];
  if (noun === undefined) return null;
  const words = new Set(tokensOf(text).map((token) => token.lower));
  const fitting = slots
    .filter((slot) => slot.values.length > 0 || slot.examples.length > 0)
    .filter((slot) => stemsOf(`${wordsOfName(slot.name)} ${slot.description}`).includes(noun))
    .map((slot) => ({ slot, shared: tokensOf(slot.description).filter((token) => words.has(token.lower)).length }))
    .sort((left, right) => right.shared - left.shared);
  return fitting[0]?.slot.name ?? null;
}
