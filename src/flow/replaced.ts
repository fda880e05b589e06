import type { Json } from "../domain/json.ts";
import type { Provenance } from "../domain/slot.ts";
import { provenanceOf, type SlotOrigin } from "../domain/slot-origin.ts";
import type { Frame } from "../domain/state.ts";
import { isDone } from "./frames.ts";

/** What a slot holds, and why. */
export interface Held {
  readonly value: Json;
  readonly origin: SlotOrigin;
}

/** The origin of a value that takes the place of another one. Only steps are ever taken back, so only they remember it. */
export function originAfter({ value, origin }: Held, provenance: Provenance, frame: Frame): SlotOrigin {
  if (!("step" in provenance)) return provenance;
  const onPath = "step" in origin && isDone(frame, origin.step);
  // A step that writes once more on the same way takes the place of what it took the place of before.
  if (onPath && origin.step === provenance.step)
    return origin.replaced === undefined ? provenance : { ...provenance, replaced: origin.replaced };
  return { ...provenance, replaced: { value, origin: onPath ? origin : provenanceOf(origin), onPath } };
}

/** What a slot held before any of the steps wrote it; null where they were the first. */
export function heldBefore(steps: readonly string[], { replaced }: SlotOrigin): Held | null {
  if (replaced === undefined) return null;
  return replaced.onPath && isWrittenBy(steps, replaced.origin) ? heldBefore(steps, replaced.origin) : replaced;
}

export const isWrittenBy = (steps: readonly string[], origin: SlotOrigin): boolean =>
  "step" in origin && steps.includes(origin.step);
