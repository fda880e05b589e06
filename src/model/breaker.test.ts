import { describe, expect, it } from "vitest";
import { createBreaker } from "./breaker.ts";

const clock = () => {
  let now = 0;
  return {
    time: { now: () => now },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

describe("a circuit breaker", () => {
  it("opens after five failures in a row, and not after five with a success between them", () => {
    const breaker = createBreaker(clock());
    for (const _ of [1, 2, 3, 4]) breaker.failed("model.timeout");
    breaker.succeeded();
    for (const _ of [1, 2, 3, 4]) breaker.failed("model.unavailable");
    expect([breaker.state(), breaker.admit().admitted]).toEqual(["closed", true]);
    breaker.failed("model.unreachable");
    expect([breaker.state(), breaker.admit().admitted]).toEqual(["open", false]);
  });

  it("lets one probe through in each interval, however many ask", () => {
    const { time, pass } = clock();
    const breaker = createBreaker({ time });
    for (const _ of [1, 2, 3, 4, 5]) breaker.failed("model.timeout");
    for (const _ of [1, 2, 3]) {
      pass(10_000);
      const admitted = Array.from({ length: 40 }, () => breaker.admit()).filter((each) => each.admitted);
      expect(admitted).toEqual([{ admitted: true, isProbe: true }]);
      expect(breaker.state()).toBe("half_open");
      breaker.failed("model.timeout");
      expect(breaker.state()).toBe("open");
    }
    pass(10_000);
    breaker.admit();
    breaker.succeeded();
    expect(breaker.admit()).toEqual({ admitted: true, isProbe: false });
  });

  it("lets another probe through when the first never came back, or nobody waited for it", () => {
    const { time, pass } = clock();
    const breaker = createBreaker({ time });
    for (const _ of [1, 2, 3, 4, 5]) breaker.failed("model.timeout");
    pass(10_000);
    expect(breaker.admit().admitted).toBe(true);
    pass(9_999);
    expect(breaker.admit().admitted).toBe(false);
    pass(1);
    expect(breaker.admit().admitted).toBe(true);
    breaker.abandoned(true);
    expect(breaker.admit().admitted).toBe(true);
  });

  it.each(["model.quota_exceeded", "model.misconfigured"] as const)(
    "opens at once, and for longer, after %s",
    (code) => {
      const { time, pass } = clock();
      const breaker = createBreaker({ time });
      breaker.failed(code);
      pass(59_999);
      expect(breaker.admit().admitted).toBe(false);
      pass(1);
      expect(breaker.admit()).toEqual({ admitted: true, isProbe: true });
    },
  );

  it("stays closed after requests that were refused", () => {
    const breaker = createBreaker(clock());
    for (let index = 0; index < 50; index += 1) breaker.failed("model.refused_request");
    expect(breaker.state()).toBe("closed");
  });

  it("remembers for all calls how long to wait, with a floor, a ceiling and some jitter", () => {
    for (const [asked, least, most] of [
      [7_000, 7_000, 8_750],
      [0, 500, 625],
      [86_400_000, 600_000, 750_000],
    ] as const) {
      for (const random of [() => 0, () => 1]) {
        const { time, pass } = clock();
        const breaker = createBreaker({ time, random });
        breaker.failed("model.rate_limited", asked);
        const wait = random() === 0 ? least : most;
        expect(breaker.admit()).toEqual({ admitted: false, code: "model.rate_limited", wait });
        expect(breaker.pause()).toBe(wait);
        pass(wait);
        expect(breaker.admit()).toEqual({ admitted: true, isProbe: true });
      }
    }
  });

  it("lets one call go first after a pause, and has the others wait a little", () => {
    const { time, pass } = clock();
    const breaker = createBreaker({ time, random: () => 0 });
    breaker.failed("model.rate_limited", 2_000);
    pass(2_000);
    expect(breaker.admit()).toEqual({ admitted: true, isProbe: true });
    expect(breaker.admit()).toEqual({ admitted: false, code: "model.rate_limited", wait: 500 });
    breaker.succeeded();
    expect(breaker.admit()).toEqual({ admitted: true, isProbe: false });
  });

  it("waits longer each time where the provider does not say how long", () => {
    const { time, pass } = clock();
    const breaker = createBreaker({ time, random: () => 0 });
    const waits = [1, 2, 3].map(() => {
      breaker.failed("model.rate_limited");
      const wait = breaker.pause();
      pass(wait);
      return wait;
    });
    expect(waits).toEqual([500, 1_000, 2_000]);
  });
});
