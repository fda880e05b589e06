import type { Provenance } from "../assistant/slot.ts";

/** Where a value came from. */
export type SlotOrigin = Provenance & {
  /** The answer behind it: given there, or worked on by steps since. */
  readonly answer?: string;
  /** Where a step wrote it. */
  readonly place?: string;
};

/** As it is told. */
export function provenanceOf(origin: SlotOrigin): Provenance {
  if (origin.answer === undefined && origin.place === undefined) return origin;
  const { answer: _, place: __, ...provenance } = origin;
  return provenance;
}
