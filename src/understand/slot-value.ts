import type { Json } from "../engine/json.ts";
import { type SlotTypeDefinition, shapeOf } from "../engine/slot-types/slot-type.ts";
import { slotTypes } from "../engine/slot-types/slot-types.ts";
import type { SlotInScope } from "./understander.ts";

const longestValue = 2_000;

/**
 * Whether a value has a shape from which the slot's type could come. Coercion and validation happen later and are
 * reported to the user; here only what no user can have meant is stopped.
 */
export const fitsSlot = (slot: SlotInScope, value: Json): boolean => {
  if (value === null) return false;
  if (typeof value === "string" && (value.length > longestValue || value.trim() === "")) return false;
  const shape = shapeOf(value);
  const isPossible = shape !== null && (slotTypes[slot.type] as SlotTypeDefinition).from.includes(shape);
  return isPossible && (typeof value !== "object" || isSmall(value));
};

const isSmall = (value: Json): boolean => JSON.stringify(value).length <= 10 * longestValue;
