import type { Slot } from "../../engine/assistant/slot.ts";
import type { Json } from "../../engine/json.ts";
import { lengthsOf, type Node, parseCodePattern } from "../../engine/slot-types/parse-code-pattern.ts";

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
    case "email":
      return "ana@example.org";
    case "phone":
      return "+34600123456";
    case "url":
      return "https://example.org/";
    case "quantity":
    case "money":
      return 1;
    case "duration":
      return "P1D";
    case "date_range":
      return { from: "2026-01-05", to: "2026-01-06" };
    case "code":
      return slot?.pattern === undefined ? "AB-12" : fittingText(parseCodePattern(slot.pattern));
    case "list":
      return [];
    case "object":
      return {};
    default:
      return type satisfies never;
  }
}

/** Every sign that a keyboard has: one of them is in any class of signs that authors write. */
const signs = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** A shortest text of a pattern. */
function fittingText(node: Node): string {
  switch (node.kind) {
    case "sign":
      return [..."A0a-", ...signs].find((sign) => node.takes(sign)) ?? "";
    case "sequence":
      return node.items.map(fittingText).join("");
    case "choice": {
      const [shortest] = node.options.toSorted((one, other) => lengthsOf(one).shortest - lengthsOf(other).shortest);
      return shortest === undefined ? "" : fittingText(shortest);
    }
    case "repeat":
      return fittingText(node.item).repeat(node.least);
    default:
      return node satisfies never;
  }
}
