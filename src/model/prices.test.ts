import { describe, expect, it } from "vitest";
import { costOf, defaultPrices } from "./prices.ts";

const tokens = { input: 1_000_000, cachedInput: 400_000, cacheWrite: 100_000, output: 10_000 };

describe("the cost of a request", () => {
  it("counts cached, written and plain tokens at their own price", () => {
    const price = { input: 1, cachedInput: 0.1, output: 5, cacheWrite: 1.25 };
    expect(costOf("m-1", tokens, { m: price })).toBeCloseTo(0.5 + 0.04 + 0.125 + 0.05, 10);
  });

  it("goes by the longest name that fits", () => {
    const mini = costOf("gpt-4o-mini-2024-07-18", tokens, defaultPrices);
    expect(mini).toBeLessThan(costOf("gpt-4o-2024-08-06", tokens, defaultPrices) ?? 0);
  });

  it("is unknown, not zero, for an unknown model", () => {
    expect(costOf("qwen3:8b", tokens, defaultPrices)).toBeUndefined();
  });
});
