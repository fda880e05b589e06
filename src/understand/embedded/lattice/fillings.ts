import { slotKindOf } from "../../slot-kind.ts";
import type { Weights } from "../joint/features.ts";
import { scoreOf } from "../joint/hypothesis.ts";
import type { Seeker } from "./around.ts";
import { booleanFillings } from "./boolean-fillings.ts";
import { categoryFillings } from "./category-fillings.ts";
import type { Scene } from "./scene.ts";
import type { Filling } from "./span.ts";
import { textFillings } from "./text-fillings.ts";
import { typedFillings } from "./typed-fillings.ts";

const mostFillings = 10;
const mostAwaited = 20;

/** Everything that a message may give a slot; the likeliest by themselves first. */
export function fillingsOf(scene: Scene, seeker: Seeker, weights: Weights): readonly Filling[] {
  const found = everyFilling(scene, seeker);
  const best = new Map<string, { readonly filling: Filling; readonly score: number }>();
  for (const filling of found) {
    const key = `${JSON.stringify(filling.value)} ${filling.start} ${filling.end}`;
    const score = scoreOf(filling, weights);
    if (score > (best.get(key)?.score ?? Number.NEGATIVE_INFINITY)) best.set(key, { filling, score });
  }
  return [...best.values()]
    .sort((left, right) => right.score - left.score)
    .slice(0, seeker.mode === "awaited" ? mostAwaited : mostFillings)
    .map(({ filling }) => filling);
}

function everyFilling(scene: Scene, seeker: Seeker): readonly Filling[] {
  const { slot } = seeker;
  if (slotKindOf(slot, scene.context.language).reads[0] === "yes_no") return booleanFillings(scene, seeker);
  if (slot.values.length > 0) return categoryFillings(scene, seeker);
  const typed = typedFillings(scene, seeker);
  return ["date", "time", "datetime", "integer", "float"].includes(slot.type)
    ? typed
    : [...typed, ...textFillings(scene, seeker)];
}
