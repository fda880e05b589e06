import type { Slot } from "../../engine/assistant/slot.ts";
import type { Json } from "../../engine/json.ts";
import { lengthsOf, type Node, parseCodePattern } from "../../engine/slot-types/parse-code-pattern.ts";
import { slotTypes } from "../../engine/slot-types/slot-types.ts";

/** Some value of the slot's type: the turn comes to its end with it. */
export function sampleOf(slot: Slot | undefined): Json {
  if (slot?.type === "categorical") return slot.values[0]?.value ?? null;
  if (slot?.pattern !== undefined) return fittingText(parseCodePattern(slot.pattern));
  return slotTypes[slot?.type ?? "any"].sample;
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
