import { describe, expect, it, onTestFinished, vi } from "vitest";
import { idle } from "../../tests/model/contexts.ts";
import type { BudgetedRequest } from "./budget.ts";
import { withFallback } from "./fallback.ts";
import type { Understander, Understanding } from "./understander.ts";

const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 };
const answering = (answer: Understanding): Understander => ({ understand: async () => answer });
const failed = answering({ commands: [], confidence: 0, source: "none", usage });
const embedded = answering({ commands: [{ type: "repeat" }], confidence: 0.9, source: "embedded" });
const request = { message: "hello", context: idle };

describe("a chain of understanders", () => {
  it("asks the next one when the first fails, and counts what the first used", async () => {
    const answer = await withFallback([failed, embedded]).understand(request);
    expect(answer).toMatchObject({ source: "embedded", usage });
  });

  it("takes an empty answer for an answer", async () => {
    const shrugging = answering({ commands: [], confidence: 0, source: "openai:m" });
    expect((await withFallback([shrugging, embedded]).understand(request)).source).toBe("openai:m");
  });

  it("survives understanders that throw, at once or later", async () => {
    const throwing: Understander = {
      understand: () => {
        throw new Error("broken");
      },
    };
    const rejecting: Understander = { understand: () => Promise.reject(new Error("broken")) };
    expect((await withFallback([throwing, rejecting, embedded]).understand(request)).source).toBe("embedded");
    expect(await withFallback([throwing, rejecting]).understand(request)).toEqual({
      commands: [],
      confidence: 0,
      source: "none",
      unavailable: "failed",
    });
  });

  it("gives up on one that hangs, and leaves the last its time", async () => {
    let stopped = false;
    const hanging: Understander = {
      understand: ({ signal }) => {
        signal?.addEventListener("abort", () => {
          stopped = true;
        });
        return new Promise(() => {});
      },
    };
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const chain = withFallback([hanging, embedded], { budget: { milliseconds: 40 }, reserve: 20 });
    const answer = chain.understand(request);
    await vi.advanceTimersByTimeAsync(19);
    expect(stopped).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([(await answer).source, stopped]).toEqual(["embedded", true]);
  });

  it("shares one budget of tokens", async () => {
    const left: (number | undefined)[] = [];
    const spending: Understander = {
      understand: async (given: BudgetedRequest) => {
        left.push(given.budget?.tokensLeft());
        given.budget?.spend(usage);
        return { commands: [], confidence: 0, source: "none" };
      },
    };
    await withFallback([spending, spending], { budget: { tokens: 1_000 } }).understand(request);
    expect(left).toEqual([1_000, 890]);
  });

  it("closes every one", async () => {
    let closed = 0;
    const closing: Understander = {
      ...failed,
      close: async () => {
        closed += 1;
      },
    };
    await withFallback([closing, embedded, closing]).close?.();
    expect(closed).toBe(2);
  });
});
