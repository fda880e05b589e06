import { describe, expect, it } from "vitest";
import { slotInScope } from "../../../../tests/support/slot-in-scope.ts";
import type { SlotInScope } from "../../understander.ts";
import { fillFormed } from "./fill-formed.ts";
import { profileOf } from "./slot-profile.ts";

const slots: readonly SlotInScope[] = [
  slotInScope("mail", "E-mail address", { type: "email" }),
  slotInScope("weight", "Weight", { type: "quantity", unit: "kg" }),
  slotInScope("worth", "Value", { type: "money", currency: "EUR" }),
  slotInScope("length", "Length", { type: "duration", unit: "minute" }),
  slotInScope("stay", "Stay", { type: "date_range" }),
  slotInScope("order", "Order", { type: "code", pattern: "[A-Z]{2}-\\d{4}" }),
  slotInScope("label", "Label", { type: "code" }),
];

const filled = (text: string, awaited: readonly string[] = [], language = "en") =>
  Object.fromEntries(
    fillFormed({
      text,
      profiles: slots.map(profileOf),
      awaited: new Set(awaited),
      known: {},
      shown: {},
      said: "",
      now: Date.UTC(2026, 10, 16, 9),
      timezone: "Europe/Madrid",
      language,
    }).map(({ slot, value }) => [slot, value]),
  );

describe("values that are told by their form", () => {
  it("are found in one message, each for its slot", () => {
    expect(filled("800 grams, worth 50 euros, order BK-7421, write to ana@example.org")).toEqual({
      weight: 0.8,
      worth: 50,
      order: "BK-7421",
      mail: "ana@example.org",
    });
  });

  it("are found in Spanish", () => {
    expect(filled("pesa 800 gramos, del 3 al 5 de diciembre", [], "es")).toEqual({
      weight: 0.8,
      stay: { from: "2026-12-03", to: "2026-12-05" },
    });
  });

  it("need the question where they are bare numbers or any word", () => {
    expect(filled("45")).toEqual({});
    expect(filled("45", ["length"])).toEqual({ length: "PT45M" });
    expect(filled("45", ["worth"])).toEqual({ worth: 45 });
    expect(filled("it says 88204", ["label"])).toEqual({ label: "88204" });
    expect(filled("b k 7 4 2 1".replaceAll("7", "-7"), ["order"])).toEqual({ order: "BK-7421" });
  });
});
