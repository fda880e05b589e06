import { type SlotType, slotTypes } from "../../../engine/slot-types/slot-types.ts";
import type { Kind } from "../../../language/reading.ts";

/** They have readers of their own here. */
const readElsewhere: ReadonlySet<SlotType> = new Set(["boolean", "date", "time", "datetime"]);

/** The reading by which the values of a type are found, if it has one; null: it is found otherwise. */
export function formOf(type: SlotType): Kind | null {
  const definition = slotTypes[type];
  return "readBy" in definition && !readElsewhere.has(type) ? definition.readBy[0] : null;
}
