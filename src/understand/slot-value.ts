import type { Json } from "../engine/json.ts";
import type { SlotInScope } from "./understander.ts";

const longestValue = 2_000;

/**
 * Whether a value has a shape from which the slot's type could come. Coercion and validation happen later and are
 * reported to the user; here only what no user can have meant is stopped.
 */
export const fitsSlot = (slot: SlotInScope, value: Json): boolean => {
  if (value === null) return false;
  if (typeof value === "string" && (value.length > longestValue || value.trim() === "")) return false;
  switch (slot.type) {
    case "string":
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    case "integer":
    case "float":
      return typeof value === "string" || typeof value === "number";
    case "boolean":
      return typeof value === "string" || typeof value === "boolean";
    case "date":
    case "time":
    case "datetime":
      return typeof value === "string";
    case "categorical":
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    case "list":
      return !(typeof value === "object" && !Array.isArray(value)) && isSmall(value);
    case "object":
      return typeof value === "object" && !Array.isArray(value) && isSmall(value);
    case "any":
      return isSmall(value);
    default:
      return slot.type satisfies never;
  }
};

const isSmall = (value: Json): boolean => JSON.stringify(value).length <= 10 * longestValue;
