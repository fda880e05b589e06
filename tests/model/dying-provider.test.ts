import { describe, expect, it } from "vitest";
import { type Attempt, type AttemptOutcome, attemptUntilDeadline } from "../../src/model/attempt.ts";
import { createBreaker } from "../../src/model/breaker.ts";
import { failed } from "../../src/model/failure.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { withFallback } from "../../src/understand/fallback.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { virtualClock } from "../support/virtual-clock.ts";
import { askingDate } from "./contexts.ts";

const users = 40;
const softDeadline = 8_000;
const embeddedReading = 300;
const modelAnswer = 900;
const probeEvery = 10_000;
/** When it dies and when it is back, in milliseconds since the start. */
const dies = 20_000;
const back = 90_000;
/** A provider that wants to be paid is asked once a minute only. */
const endOf = (death: Death): number => (death === "has no quota" ? 150_000 : death === "limits" ? 125_000 : 110_000);

const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 };
const answer: AttemptOutcome = { ok: true, text: '{"commands":[{"type":"repeat"}]}', finish: "stop", usage };

type Death = "hangs" | "refuses connections" | "answers 503" | "has no quota" | "limits" | "is slow";

interface Said {
  readonly at: number;
  readonly waited: number;
  readonly source: string | undefined;
}

/** Forty people who send a message, wait for the answer, and send the next one two seconds later. */
async function talk(death: Death): Promise<{ readonly said: readonly Said[]; readonly requests: readonly number[] }> {
  const clock = virtualClock();
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });
  const requests: number[] = [];
  const dead = (): Promise<AttemptOutcome> => {
    switch (death) {
      case "hangs":
        return new Promise(() => undefined);
      case "is slow":
        return pause(14_000).then(() => answer);
      case "refuses connections":
        return Promise.resolve(failed("model.unreachable"));
      case "answers 503":
        return pause(50).then(() => failed("model.unavailable"));
      case "has no quota":
        return pause(50).then(() => failed("model.quota_exceeded"));
      case "limits":
        return pause(50).then(() => failed("model.rate_limited", { retryAfter: 20_000 }));
      default:
        return death satisfies never;
    }
  };
  const attempt: Attempt = async () => {
    requests.push(clock.elapsed);
    const isDead = clock.elapsed >= dies && clock.elapsed < back;
    if (isDead) return dead();
    await pause(modelAnswer);
    return answer;
  };
  const breaker = createBreaker({ time: clock, random: () => 0.5, probeEvery });
  const model: LanguageModel = {
    name: "model",
    samples: false,
    generate: ({ deadline, signal }) =>
      attemptUntilDeadline(attempt, {
        policy: { attempts: 3, timeout: 15_000, backoff: 500 },
        time: clock,
        breaker,
        random: () => 0.5,
        ...(deadline === undefined ? {} : { deadline }),
        ...(signal === undefined ? {} : { signal }),
      }),
  };
  const embedded: Understander = {
    understand: async () => {
      await pause(embeddedReading);
      return { commands: [{ type: "repeat" }], confidence: 0.9, source: "embedded" };
    },
  };
  const chain = withFallback([createModelUnderstander({ model, time: clock }), embedded], {
    time: clock,
    softDeadline,
    budget: { milliseconds: 24_000 },
  });
  const said: Said[] = [];
  const user = async (number: number): Promise<void> => {
    await pause(number * 37);
    while (clock.elapsed < endOf(death)) {
      const at = clock.elapsed;
      const { source } = await chain.understand({ message: "again", context: askingDate });
      said.push({ at, waited: clock.elapsed - at, source });
      await pause(2_000);
    }
  };
  await clock.until(Promise.all(Array.from({ length: users }, (_, number) => user(number))));
  return { said, requests };
}

describe.each<Death>(["hangs", "is slow", "refuses connections", "answers 503", "has no quota", "limits"])(
  "a provider that %s under forty users",
  (death) => {
    it("keeps nobody waiting, gets one request an interval, and is used again as soon as it is back", {
      timeout: 300_000,
    }, async () => {
      const { said, requests } = await talk(death);
      expect(said.length).toBeGreaterThan(users * 10);
      // Nobody waits longer than the soft deadline and an embedded reading.
      expect(Math.max(...said.map(({ waited }) => waited))).toBeLessThanOrEqual(softDeadline + embeddedReading);
      expect(said.every(({ source }) => source === "model" || source === "embedded")).toBe(true);
      // Before it dies, everybody is answered by the model.
      expect(new Set(said.filter(({ at }) => at < dies - softDeadline).map(({ source }) => source))).toEqual(
        new Set(["model"]),
      );
      // Once that is known, one request reaches it in each interval, and the others get an embedded reading at once.
      const known = dies + 16_000;
      const probes = requests.filter((at) => at >= known && at < back);
      expect(probes.length).toBeGreaterThanOrEqual(1);
      expect(probes.length).toBeLessThanOrEqual((back - known) / probeEvery + 1);
      // What is left of a pause that the provider asked for is waited for, up to the soft deadline.
      const slow = said.filter(({ at, waited }) => at >= known && at < back && waited > embeddedReading + 100);
      if (death !== "limits") expect(slow.length).toBeLessThanOrEqual(probes.length);
      // The first request after it is back closes the circuit: from then on all are answered by the model.
      const first = requests.find((at) => at >= back) ?? Number.NaN;
      const longestInterval = death === "has no quota" ? 60_000 : death === "limits" ? 22_500 : probeEvery;
      expect(first - back).toBeLessThanOrEqual(longestInterval);
      const after = said.filter(({ at }) => at > first + modelAnswer);
      expect(after.length).toBeGreaterThan(0);
      expect(new Set(after.map(({ source }) => source))).toEqual(new Set(["model"]));
    });
  },
);
