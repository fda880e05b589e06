import type { SlotType } from "../../../engine/slot-types/slot-types.ts";
import type { Kind } from "../../../language/reading.ts";

/** Types whose values the readers of the language find by their form. */
const formedTypes = ["email", "phone", "url", "quantity", "money", "duration", "date_range", "code"] as const;
export type FormedType = (typeof formedTypes)[number] & Kind;

export const isFormed = (type: SlotType): type is FormedType => (formedTypes as readonly SlotType[]).includes(type);
