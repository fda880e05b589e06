import { expect, it } from "vitest";
import { messageCost } from "./message-cost.ts";

it("a message costs more the longer it is and the more clauses it has", () => {
  const costs = ["yes", "a flight to Rome", "a flight, to Rome, on Monday", "book. ".repeat(333)].map(messageCost);
  expect(costs).toEqual(costs.toSorted((left, right) => left - right));
});

it("empty clauses cost no more than their characters", () => {
  expect(messageCost("...".repeat(300))).toBe(messageCost("x".repeat(900)));
  expect(messageCost("a.".repeat(900))).toBeGreaterThan(20 * messageCost("x".repeat(1_800)));
});
