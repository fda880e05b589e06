import { describe, expect, it } from "vitest";
import { sleep, type Time } from "../engine/time.ts";
import { type Attempt, type AttemptOutcome, attemptUntilDeadline } from "./attempt.ts";
import { createBreaker } from "./breaker.ts";
import { tooSlow } from "./language-model.ts";

const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
const answer: AttemptOutcome = { ok: true, text: "hello", finish: "stop", usage };
const busy = (retryAfter?: number): AttemptOutcome => ({
  ok: false,
  code: "model.rate_limited",
  message: "busy",
  retryable: true,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/** Time passes only by sleeping; attempts take none of it, so that none runs into its limit. */
const fakeTime = () => {
  const slept: number[] = [];
  let passed = 0;
  const time: Time = {
    now: () => passed,
    after(milliseconds, run) {
      let stopped = false;
      setImmediate(() => {
        if (stopped) return;
        slept.push(milliseconds);
        passed += milliseconds;
        run();
      });
      return () => {
        stopped = true;
      };
    },
  };
  const random = () => 0;
  return { time, random: () => 1, breaker: createBreaker({ time, random }), slept };
};

const script = (outcomes: readonly AttemptOutcome[]): Attempt => {
  let index = 0;
  return async () => outcomes[Math.min(index++, outcomes.length - 1)] ?? busy();
};

const policy = { attempts: 3, timeout: 10_000, backoff: 500 };

describe("attempts", () => {
  it("wait as long as the provider asks", async () => {
    const { slept, ...fake } = fakeTime();
    const result = await attemptUntilDeadline(script([busy(7_000), answer]), { policy, ...fake, deadline: 20_000 });
    expect(result).toMatchObject({ ok: true, attempts: 2 });
    expect(slept).toEqual([7_000]);
  });

  it("do not wait past the deadline", async () => {
    const { slept, ...fake } = fakeTime();
    const result = await attemptUntilDeadline(script([busy(60_000), answer]), { policy, ...fake, deadline: 20_000 });
    expect(result).toMatchObject({ ok: false, code: "model.rate_limited", attempts: 1 });
    expect(slept).toEqual([]);
  });

  it("back off further each time, then give up", async () => {
    const { slept, ...fake } = fakeTime();
    const down: AttemptOutcome = { ok: false, code: "model.unavailable", message: "down", retryable: true };
    const result = await attemptUntilDeadline(script([down]), { policy, ...fake });
    expect(result).toMatchObject({ ok: false, attempts: 3 });
    expect(slept).toEqual([500, 1_000]);
  });

  it("are not repeated when the request itself is wrong", async () => {
    const { slept: _slept, ...fake } = fakeTime();
    const wrong: AttemptOutcome = { ok: false, code: "model.refused_request", message: "no", retryable: false };
    expect(await attemptUntilDeadline(script([wrong, answer]), { policy, ...fake })).toMatchObject({ attempts: 1 });
  });

  it("do not start after the deadline", async () => {
    const { slept: _slept, ...fake } = fakeTime();
    let called = false;
    const attempt: Attempt = async () => {
      called = true;
      return answer;
    };
    const result = await attemptUntilDeadline(attempt, { policy, ...fake, deadline: 0 });
    expect([result, called]).toEqual([expect.objectContaining({ ok: false, code: "model.timeout" }), false]);
  });

  it("wait a moment where the provider asks for none", async () => {
    const { slept, ...fake } = fakeTime();
    const result = await attemptUntilDeadline(script([busy(0), busy(), answer]), { policy, ...fake });
    expect(result).toMatchObject({ ok: true, attempts: 3 });
    expect(slept).toEqual([500, 1_000]);
  });

  it("are not made while the circuit is open, and only once as a probe", async () => {
    const { slept: _slept, ...fake } = fakeTime();
    for (let index = 0; index < 5; index += 1) fake.breaker.failed("model.unavailable");
    const run = (outcome: AttemptOutcome) => attemptUntilDeadline(script([outcome]), { policy, ...fake });
    expect(await run(answer)).toMatchObject({ ok: false, code: "model.circuit_open", attempts: 0 });
    await sleep(fake.time, 10_000);
    const down: AttemptOutcome = { ok: false, code: "model.unavailable", message: "down", retryable: true };
    expect(await run(down)).toMatchObject({ ok: false, code: "model.unavailable", attempts: 1 });
    await sleep(fake.time, 10_000);
    expect(await run(answer)).toMatchObject({ ok: true, attempts: 1 });
    expect(fake.breaker.state()).toBe("closed");
  });

  it("that were overtaken count as too slow, those that nobody waits for count for nothing", async () => {
    for (const [reason, code, state] of [
      [tooSlow, "model.timeout", "open"],
      [new Error("the user left"), "model.cancelled", "closed"],
    ] as const) {
      const { slept: _slept, ...fake } = fakeTime();
      for (let index = 0; index < 5; index += 1) {
        const caller = new AbortController();
        const attempt: Attempt = () => {
          queueMicrotask(() => caller.abort(reason));
          return new Promise(() => {});
        };
        const result = await attemptUntilDeadline(attempt, { policy, ...fake, signal: caller.signal });
        expect(result).toMatchObject({ ok: false, code, attempts: 1 });
      }
      expect(fake.breaker.state()).toBe(state);
    }
  });

  it("end when the caller gives up, even if the provider ignores the signal", async () => {
    const { slept: _slept, ...fake } = fakeTime();
    const caller = new AbortController();
    const attempt: Attempt = () => {
      queueMicrotask(() => caller.abort());
      return new Promise(() => {});
    };
    expect(await attemptUntilDeadline(attempt, { policy, ...fake, signal: caller.signal })).toMatchObject({
      ok: false,
      code: "model.cancelled",
      attempts: 1,
    });
  });
});
