import { describe, expect, it } from "vitest";
import { costOf, listPrices, pricesAsOf } from "./prices.ts";

const tokens = { input: 1_000_000, cachedInput: 400_000, cacheWrite: 100_000, output: 10_000 };

describe("the cost of a request", () => {
  it("counts cached, written and plain tokens at their own price", () => {
    const price = { input: 1, cachedInput: 0.1, output: 5, cacheWrite: 1.25 };
    expect(costOf("m", tokens, { m: price })).toBeCloseTo(0.5 + 0.04 + 0.125 + 0.05, 10);
  });

  it.each([
    ["gpt-4o-mini-2024-07-18", "gpt-4o-mini"],
    ["claude-opus-5-20260724", "claude-opus-5"],
  ])("of %s is that of %s", (dated, name) => {
    expect(costOf(dated, tokens, listPrices)).toBe(costOf(name, tokens, listPrices));
  });

  it.each([
    "qwen3:8b",
    "gpt-5.4-pro",
    "gpt-5.9",
    "gpt-4o-audio-preview",
    "claude-opus-6",
    "toString",
    "gpt-4.1-mini-tuned",
  ])("is unknown for %s, and not that of a similar name", (model) => {
    expect(costOf(model, tokens, listPrices)).toBeUndefined();
  });

  it("is of a day that is told, and each row says where it was read", () => {
    expect(pricesAsOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const rows = Object.values(listPrices);
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(["provider", "partly", "others"]));
    for (const { input, cachedInput, output } of rows) {
      expect(cachedInput).toBeLessThan(input);
      expect(output).toBeGreaterThan(input);
    }
  });
});
