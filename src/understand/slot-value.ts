import type { Json, JsonObject } from "../engine/json.ts";
import { type SlotTypeDefinition, shapeOf } from "../engine/slot-types/slot-type.ts";
import { slotTypes } from "../engine/slot-types/slot-types.ts";
import { readJson } from "./read-json.ts";
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
  // Nobody says an object: it is an option of a list, by its label or number.
  const isNamed = slot.type === "object" && (shape === "text" || shape === "number");
  const isPossible = isNamed || (shape !== null && (slotTypes[slot.type] as SlotTypeDefinition).from.includes(shape));
  return isPossible && (typeof value !== "object" || isSmall(value));
};

const isSmall = (value: Json): boolean => JSON.stringify(value).length <= 10 * longestValue;

/** An object that a model had to write as text, because no enforced schema can describe it; anything else as it is. */
export const readValue = (slot: SlotInScope, value: Json): Json => {
  const { from }: SlotTypeDefinition = slotTypes[slot.type];
  if (!from.includes("object") || typeof value !== "string" || !value.trim().startsWith("{")) return value;
  return parseObject(value) ?? value;
};

/** The object that a text holds; undefined if it holds none. */
export const parseObject = (text: string): JsonObject | undefined => {
  const read = readJson(text);
  return read.ok && typeof read.value === "object" && read.value !== null && !Array.isArray(read.value)
    ? (read.value as JsonObject)
    : undefined;
};
