import { expect, it } from "vitest";
import { chooseVariation } from "./choose-text.ts";

const items = ["a", "b", "c"] as const;

it("chooses the same for the same seed", () => {
  expect(chooseVariation(items, "conversation:7:chitchat")).toBe(chooseVariation(items, "conversation:7:chitchat"));
});

it("gives every variation its share over the turns of a conversation", () => {
  const counts = new Map<string, number>();
  for (let turn = 0; turn < 3000; turn++) {
    const chosen = chooseVariation(items, `conversation:${turn}:chitchat`);
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  for (const item of items) {
    expect(counts.get(item)).toBeGreaterThan(900);
    expect(counts.get(item)).toBeLessThan(1100);
  }
});

it("has no choice with one text", () => {
  expect(chooseVariation(["only"], "any")).toBe("only");
});
