import { expect, it } from "vitest";
import { slotInScope } from "../../tests/support/slot-in-scope.ts";
import { describeSlot } from "./prompt-state.ts";
import { fitsSlot, readValue } from "./slot-value.ts";

it("a model is told how a value is written where the type does not say it", () => {
  const format = (slot: Parameters<typeof slotInScope>[2]) => describeSlot(slotInScope("it", "It", slot))["format"];
  expect(format({ type: "quantity", unit: "kg" })).toBe("a plain number in kg");
  expect(format({ type: "money", currency: "EUR" })).toMatch(/^a plain number in EUR;/);
  expect(format({ type: "duration" })).toBe("a duration in ISO 8601, as PT1H30M or P14D");
  expect(format({ type: "date_range" })).toBe("first and last day, as 2026-12-20/2026-12-27");
  expect(format({ type: "code", pattern: "[A-Z]\\d" })).toBe("a code of the form [A-Z]\\d");
  expect(format({ type: "date" })).toBeUndefined();
  expect(format({ type: "string", own: "weight" })).toBeUndefined();
});

it("a model may write days as a text or as an object in a text", () => {
  const stay = slotInScope("stay", "Stay", { type: "date_range" });
  const written = { from: "2026-12-03", to: "2026-12-05" };
  expect(readValue(stay, JSON.stringify(written))).toEqual(written);
  expect(readValue(stay, "2026-12-03/2026-12-05")).toBe("2026-12-03/2026-12-05");
  expect([fitsSlot(stay, written), fitsSlot(stay, "next week"), fitsSlot(stay, 3)]).toEqual([true, true, false]);
});
