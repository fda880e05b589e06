import { describe, expect, it } from "vitest";
import { noWorkers, type Understander } from "../understand/understander.ts";
import { healthOf } from "./health.ts";
import { lazyUnderstander } from "./lazy-understander.ts";

const sound = { understand: async () => ({ commands: [], confidence: 1 }) };
const store = { conversations: async () => [] };
const isReady = async (understander: Understander) => (await healthOf(store as never, understander)).understander;

describe("an understander that is opened when it is needed", () => {
  it("is as ready as the opened one says each time, not as it was once", async () => {
    let isAlive = true;
    const understander = lazyUnderstander(async () => ({ ...sound, probe: async () => isAlive }));
    const answers: boolean[] = [];
    for (const now of [true, false, true]) {
      isAlive = now;
      answers.push(await isReady(understander));
    }
    expect(answers).toEqual([true, false, true]);
  });

  it("without a probe is ready once it is loaded", async () => {
    expect(await isReady(lazyUnderstander(async () => sound))).toBe(true);
    const broken = { ...sound, ready: () => Promise.reject(new Error("no model")) };
    expect(await isReady(lazyUnderstander(async () => broken))).toBe(false);
  });

  it("is opened again if it could not be opened", async () => {
    let tries = 0;
    const understander = lazyUnderstander(async () => {
      tries += 1;
      if (tries === 1) throw new Error("not yet");
      return sound;
    });
    expect([await isReady(understander), await isReady(understander), tries]).toEqual([false, true, 2]);
  });

  it("has no workers before it is opened", () => {
    expect(lazyUnderstander(async () => sound).figures?.()).toEqual(noWorkers);
  });
});
