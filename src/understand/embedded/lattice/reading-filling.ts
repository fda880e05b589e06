import type { Json } from "../../../engine/json.ts";
import type { Reading } from "../../../language/reading.ts";
import type { SlotInScope } from "../../understander.ts";
import type { FeatureValues } from "../joint/features.ts";
import { around, type Seeker } from "./around.ts";
import { holderOf } from "./cover.ts";
import type { Scene } from "./scene.ts";
import { slotWords } from "./slot-words.ts";
import { type Filling, marks } from "./span.ts";

/** What every reading says about itself. */
function ownFeatures(scene: Scene, reading: Reading): FeatureValues {
  return marks({
    reading_weak: reading.isWeak === true,
    reading_second:
      reading.rank > 0 && reading.sense !== "past" && reading.sense !== "future" ? Math.min(reading.rank, 2) : 0,
    negated: reading.isExcluded === true || reading.isTakenBack === true,
    inside_other: holderOf(scene, reading) !== undefined,
  });
}

/** A reading as a value for a slot. */
export function readingFilling(
  scene: Scene,
  seeker: Seeker,
  reading: Reading,
  { value, features }: { readonly value: Json; readonly features: FeatureValues },
): Filling {
  return {
    slot: seeker.slot,
    value,
    start: reading.start,
    end: reading.end,
    reading: reading.kind,
    features: { ...around(scene, seeker, reading, value), ...ownFeatures(scene, reading), ...features },
  };
}

/** "The early one", "the one with the bikes": the word for one stands for a thing. "The usual" is one of nothing that the slot counts. */
export function isPronoun(scene: Scene, { kind, start, end }: Reading, slot: SlotInScope): boolean {
  if (/\d/.test(scene.message.slice(start, end))) return false;
  const { from, to } = scene.tokensIn(start, end);
  const own = slotWords(slot, scene.language);
  const counted = scene.words.slice(from, to).filter((word) => word !== null && !word.isLight);
  if (kind === "count" && counted.length > 0 && !counted.some((word) => word !== null && own.has(word.stem)))
    return true;
  const [before, after] = [scene.words[from - 1], scene.words[to]];
  return (
    (before !== null && before !== undefined && (!before.isLight || scene.phrases.from("before", from - 1) === from)) ||
    (after !== null && after !== undefined && scene.phrases.from("before", to) !== null)
  );
}
