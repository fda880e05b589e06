import type { Slot } from "../assistant/slot.ts";
import type { Json } from "../json.ts";

const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):[0-5]\d$/;
const datetime = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d/;

/** Whether a value given by code (action output, `set`, flow input) has the slot's type. Null empties any slot. */
export function conforms(slot: Pick<Slot, "type" | "values">, value: Json): boolean {
  if (value === null) return true;
  switch (slot.type) {
    case "any":
      return true;
    case "string":
      return typeof value === "string";
    case "integer":
      return Number.isInteger(value);
    case "float":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "date":
      return typeof value === "string" && date.test(value);
    case "time":
      return typeof value === "string" && time.test(value);
    case "datetime":
      return typeof value === "string" && datetime.test(value);
    case "categorical":
      return slot.values.some((allowed) => allowed.value === value);
    case "list":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && !Array.isArray(value);
    default:
      return slot.type satisfies never;
  }
}
