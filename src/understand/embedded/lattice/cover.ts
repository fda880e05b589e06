import { closedForms, type Kind, type Reading, temporalKinds } from "../../../language/reading.ts";
import type { Scene } from "./scene.ts";
import { isInside, lengthOf, type Place } from "./span.ts";

const covering = [...temporalKinds, "duration", "quantity", "money", ...closedForms] as readonly Kind[];

const known = new WeakMap<Scene, readonly (Reading | undefined)[]>();

/** The longest sure reading over each token: what lies inside it is part of something else. */
function coverOf(scene: Scene): readonly (Reading | undefined)[] {
  const before = known.get(scene);
  if (before !== undefined) return before;
  const cover: (Reading | undefined)[] = Array.from({ length: scene.chart.tokens.length });
  for (const kind of covering)
    for (const reading of scene.readings(kind)) {
      if (reading.isWeak === true || reading.rank > 0) continue;
      const { from, to } = scene.tokensIn(reading.start, reading.end);
      for (let at = from; at < to; at += 1) {
        const longest = cover[at];
        if (longest === undefined || lengthOf(longest) < lengthOf(reading)) cover[at] = reading;
      }
    }
  known.set(scene, cover);
  return cover;
}

/** A longer sure reading of another kind around a place. */
export function holderOf(scene: Scene, place: Place): Reading | undefined {
  const holder = coverOf(scene)[scene.tokensIn(place.start, place.end).from];
  return holder !== undefined && isInside(place, holder) && lengthOf(holder) > lengthOf(place) ? holder : undefined;
}

/** The sure readings that cover something, each once, in the order of the text. */
export function coveringReadings(scene: Scene): readonly Reading[] {
  const before = listed.get(scene) ?? [...new Set(coverOf(scene).filter((reading) => reading !== undefined))];
  listed.set(scene, before);
  return before;
}

const listed = new WeakMap<Scene, readonly Reading[]>();

/** The sure reading that a token is part of. */
export const readingAt = (scene: Scene, at: number): Reading | undefined => coverOf(scene)[at];
