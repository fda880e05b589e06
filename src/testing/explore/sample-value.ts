import type { Slot } from "../../engine/assistant/slot.ts";
import type { Json } from "../../engine/json.ts";

/** Some value of the slot's type: the turn comes to its end with it. */
export function sampleOf(slot: Slot | undefined): Json {
  const type = slot?.type ?? "any";
  switch (type) {
    case "any":
      return null;
    case "string":
      return "sample";
    case "integer":
    case "float":
      return 1;
    case "boolean":
      return true;
    case "date":
      return "2026-01-05";
    case "time":
      return "10:00";
    case "datetime":
      return "2026-01-05T10:00";
    case "categorical":
      return slot?.values[0]?.value ?? null;
    case "list":
      return [];
    case "object":
      return {};
    default:
      return type satisfies never;
  }
}
