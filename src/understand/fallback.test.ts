import { describe, expect, it, onTestFinished, vi } from "vitest";
import { idle } from "../../tests/model/contexts.ts";
import { type VirtualClock, virtualClock } from "../../tests/support/virtual-clock.ts";
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

  const taking = (
    milliseconds: number,
    answer: Understanding,
    clock: VirtualClock,
  ): Understander & { asked: number[]; stopped: number[] } => {
    const asked: number[] = [];
    const stopped: number[] = [];
    return {
      asked,
      stopped,
      understand: ({ signal }) => {
        asked.push(clock.elapsed);
        signal?.addEventListener("abort", () => stopped.push(clock.elapsed));
        return new Promise((resolve) => {
          clock.after(milliseconds, () => resolve(answer));
        });
      },
    };
  };
  const by = (source: string): Understanding => ({ commands: [{ type: "repeat" }], confidence: 0.9, source });

  it("asks the last one beside a slow model after the soft deadline, and says which one it was", async () => {
    const clock = virtualClock();
    for (const [takes, source, ended] of [
      [7_000, "model", 7_000],
      [8_200, "model", 8_200],
      [20_000, "embedded", 8_300],
    ] as const) {
      const start = clock.elapsed;
      const model = taking(takes, by("model"), clock);
      const last = taking(300, by("embedded"), clock);
      const chain = withFallback([model, last], { time: clock, softDeadline: 8_000, budget: { milliseconds: 24_000 } });
      const answer = await clock.until(chain.understand(request));
      expect([answer.source, clock.elapsed - start]).toEqual([source, ended]);
      expect(last.asked.map((at) => at - start)).toEqual(takes > 8_000 ? [8_000] : []);
      expect(model.stopped.map((at) => at - start)).toEqual(source === "embedded" ? [8_300] : []);
    }
  });

  it("waits for the model after all if the last one cannot read the message", async () => {
    const clock = virtualClock();
    const model = taking(9_000, by("model"), clock);
    const last = taking(300, { commands: [], confidence: 0, source: "none", unavailable: "overloaded" }, clock);
    const chain = withFallback([model, last], { time: clock, softDeadline: 8_000, budget: { milliseconds: 24_000 } });
    expect((await clock.until(chain.understand(request))).source).toBe("model");
    expect(clock.elapsed).toBe(9_000);
  });

  it("asks the next model beside a slow one where that is wanted", async () => {
    const clock = virtualClock();
    const models = [taking(20_000, by("first"), clock), taking(1_000, by("second"), clock)];
    const last = taking(300, by("embedded"), clock);
    const hedging = { time: clock, softDeadline: 8_000, hedgeAfter: 2_000, budget: { milliseconds: 24_000 } };
    const answer = await clock.until(withFallback([...models, last], hedging).understand(request));
    expect([answer.source, clock.elapsed]).toEqual(["second", 3_000]);
    expect([models[0]?.stopped, models[1]?.asked, last.asked]).toEqual([[3_000], [2_000], []]);
  });

  it("does not ask the next model beside a slow one unless that is wanted", async () => {
    const clock = virtualClock();
    const models = [taking(5_000, by("first"), clock), taking(1_000, by("second"), clock)];
    const last = taking(300, by("embedded"), clock);
    const chain = withFallback([...models, last], { time: clock, softDeadline: 8_000 });
    expect((await clock.until(chain.understand(request))).source).toBe("first");
    expect(models[1]?.asked).toEqual([]);
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
