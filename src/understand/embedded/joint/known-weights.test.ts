import { expect, it } from "vitest";
import { knownWeights } from "./known-weights.ts";

it("takes weights that this version has", () => {
  expect(knownWeights({ kind_date: 1.5 })).toEqual({ kind_date: 1.5 });
});

it("refuses one that it does not know, and says what to do", () => {
  expect(() => knownWeights({ kind_date: 1, kind_dream: 2 })).toThrow(/kind_dream.*soni optimize --for embedded/);
});
