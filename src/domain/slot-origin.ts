import type { Json } from "./json.ts";
import type { Provenance } from "./slot.ts";

/** Where a value came from, and what a step's value took the place of. */
export type SlotOrigin = Provenance & {
  /** Who goes back to before the step finds this again. */
  readonly replaced?: ReplacedValue;
};

export interface ReplacedValue {
  readonly value: Json;
  readonly origin: SlotOrigin;
  /** Whether a step on the same way through the flow wrote it, and not one in an earlier round of a loop. */
  readonly onPath: boolean;
}

/** Without the former values, which may be nobody's to see. */
export function provenanceOf(origin: SlotOrigin): Provenance {
  if (origin.replaced === undefined) return origin;
  const { replaced: _, ...provenance } = origin;
  return provenance;
}
