import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createEmbeddedUnderstander,
  type EmbeddedUnderstander,
  type EmbeddedUnderstanderOptions,
} from "../../src/understand/embedded/create-embedded-understander.ts";
import type { UnderstandingContext } from "../../src/understand/understander.ts";
import { askingDate, confirming, idle } from "../model/contexts.ts";
import { createHandClock, type HandClock } from "./support/hand-clock.ts";

const deadline = 5_000;
const queuePatience = 3_000;
const misbehavingEngine = new URL("./support/misbehaving-engine.ts", import.meta.url).href;
const misbehavingVectors = new URL("./support/misbehaving-vectors.ts", import.meta.url).href;
const by = (conversationId: string, context: UnderstandingContext = idle): UnderstandingContext => ({
  ...context,
  conversationId,
});
/** Two users of a server, each with as many conversations as they like. */
const ann = (name: string, context?: UnderstandingContext) => by(`${"a".repeat(22)}:${name}`, context);
const bob = (name: string, context?: UnderstandingContext) => by(`${"b".repeat(22)}:${name}`, context);

/** Real threads, whose engine misbehaves when it is told to; only the time is ours. */
async function openPool(options: EmbeddedUnderstanderOptions = {}) {
  const clock = createHandClock();
  const understander = createEmbeddedUnderstander({
    time: clock,
    deadline,
    workers: 2,
    vectors: false,
    engine: misbehavingEngine,
    ...options,
  });
  onTestFinished(() => understander.close());
  await understander.ready();
  const all = (options.workers ?? 2) + 1;
  const isWhole = () => understander.figures().workers === all;
  await expect.poll(isWhole, { message: "all readers run" }).toBe(true);
  const read = (message: string, context = idle) => understander.understand({ message, context });
  const underWay = (count: number) =>
    expect.poll(() => clock.waiting(deadline) === count, { message: `${count} messages are being read` }).toBe(true);
  return { clock, understander, read, underWay, isWhole };
}

/** Asks once a second, until it says yes. */
async function readyAgain(understander: EmbeddedUnderstander, clock: HandClock): Promise<void> {
  const ask = (): Promise<boolean> => {
    clock.pass(1_000);
    return understander.probe();
  };
  await expect.poll(ask, { message: "it is ready again" }).toBe(true);
}

describe("a text that makes a reader spin", { timeout: 120_000 }, () => {
  it("keeps nobody waiting, is unavailable at its deadline, and is not given to a second reader", async () => {
    const { clock, understander, read, underWay, isWhole } = await openPool();
    const spinning = read("spin for ever", ann("1"));
    await underWay(1);
    for (let index = 0; index < 5; index++) {
      const { commands } = await read("hello", bob(`${index}`));
      expect(commands).toMatchObject([{ type: "chitchat" }]);
    }
    clock.pass(deadline);
    expect(await spinning).toMatchObject({ commands: [], unavailable: "timeout" });
    expect(understander.figures().banned).toBe(1);
    await expect.poll(isWhole, { message: "the reader was replaced" }).toBe(true);
    const { restarts } = understander.figures();
    expect(restarts).toBe(1);
    expect(await read("  SPIN for\never ", bob("1"))).toMatchObject({ unavailable: "banned" });
    expect(understander.figures()).toMatchObject({ restarts, unavailable: 2, workers: 3 });
  });

  it("is read again when its ban is over", async () => {
    const { clock, read, underWay, isWhole } = await openPool();
    for (const ban of [60_000, 120_000]) {
      const spinning = read("spin");
      await underWay(1);
      clock.pass(deadline);
      expect(await spinning).toMatchObject({ unavailable: "timeout" });
      clock.pass(ban - 1);
      await expect.poll(isWhole, { message: "the reader was replaced" }).toBe(true);
      expect(await read("spin")).toMatchObject({ unavailable: "banned" });
      clock.pass(1);
    }
  });

  it("is one that never answers, too", async () => {
    const { clock, read, underWay } = await openPool();
    const hanging = read("hang");
    await underWay(1);
    clock.pass(deadline);
    expect(await hanging).toMatchObject({ unavailable: "timeout" });
  });
});

describe("a reader that ends", { timeout: 120_000 }, () => {
  it("loses no message: another reader reads it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "soni-pool-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { understander, read, isWhole } = await openPool();
    const answer = await read(`exit-once ${join(folder, "done")} hello`);
    expect(answer.unavailable).toBeUndefined();
    expect(understander.figures().banned).toBe(0);
    await expect.poll(isWhole, { message: "the reader was replaced" }).toBe(true);
    expect(understander.figures().restarts).toBe(1);
  });

  it.each(["exit now", "hoard everything"])("twice by the same text, %s, has the text banned", async (text) => {
    const { understander, read, isWhole } = await openPool();
    expect(await read(text, ann("1"))).toMatchObject({ unavailable: "stopped" });
    expect(await read(text, bob("1"))).toMatchObject({ unavailable: "banned" });
    expect(await read("hello", bob("1"))).toMatchObject({ commands: [{ type: "chitchat" }] });
    await expect.poll(isWhole, { message: "both readers were replaced" }).toBe(true);
    expect(understander.figures()).toMatchObject({ restarts: 2, banned: 1 });
  });

  it("is not one whose engine threw", async () => {
    const { understander, read } = await openPool();
    expect(await read("throw")).toMatchObject({ unavailable: "failed" });
    expect(understander.figures()).toMatchObject({ restarts: 0, banned: 0, workers: 3 });
  });
});

describe("one user's many heavy messages", { timeout: 120_000 }, () => {
  const heavy = (index: number) => `I would like number ${index}, please. `.repeat(60).slice(0, 2_000);

  it("delay another user's short one by at most one of them, over all conversations of that user", async () => {
    const { read } = await openPool({ workers: 1 });
    const done: string[] = [];
    const finished = async (name: string, answer: Promise<unknown>) => {
      await answer;
      done.push(name);
    };
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => finished("ann", read(heavy(index), ann(`${index}`)))),
      finished("bob", read("hello", bob("1"))),
    ]);
    expect(done).toHaveLength(21);
    expect(done.indexOf("bob")).toBeLessThanOrEqual(1);
  });

  it("never hold all readers", async () => {
    const { clock, read, underWay } = await openPool();
    // Too long to be tried by keywords on the spare.
    const spins = [1, 2, 3].map((number) => read(`spin ${`${number} `.repeat(40)}`, ann(`${number}`)));
    await underWay(1);
    expect(await read("hello", bob("1"))).toMatchObject({ commands: [{ type: "chitchat" }] });
    expect(clock.waiting(deadline)).toBe(1);
    for (const spin of spins) {
      await underWay(1);
      clock.pass(deadline);
      expect(await spin).toMatchObject({ unavailable: "timeout" });
    }
  });

  it("are refused beyond a budget, while others are heard", async () => {
    const { understander, read, underWay } = await openPool();
    const held = read("spin", ann("0"));
    await underWay(1);
    const ended: (string | undefined)[] = [];
    const many = Array.from({ length: 60 }, async (_, index) => {
      const { unavailable } = await read(`${"a. ".repeat(660)}${index}`, ann(`${index}`));
      ended.push(unavailable);
    });
    const { queued } = understander.figures();
    expect(queued).toBeGreaterThanOrEqual(20);
    expect(queued).toBeLessThan(60);
    expect(await read("hello", bob("1"))).toMatchObject({ commands: [{ type: "chitchat" }] });
    expect(ended).toEqual(Array.from({ length: 60 - queued }, () => "overloaded"));
    // Closing the pool ends the waiting.
    const left = Promise.allSettled([held, ...many]);
    await understander.close();
    expect((await left).filter(({ status }) => status === "rejected")).toHaveLength(queued + 1);
  });
});

describe("a message that waits too long", { timeout: 120_000 }, () => {
  it("is read by keywords on the spare, if it plainly answers what was asked; else it keeps its place", async () => {
    const { clock, read, underWay } = await openPool({ workers: 1 });
    const spinning = read("spin", ann("1"));
    await underWay(1);
    const yes = read("yes", bob("1", confirming));
    const date = read("tomorrow", bob("2", askingDate));
    const wish = read("I want to check my booking", bob("3"));
    await expect.poll(() => clock.waiting(queuePatience) === 4, { message: "all of them wait" }).toBe(true);
    clock.pass(queuePatience);
    expect(await yes).toMatchObject({ commands: [{ type: "affirm" }], source: "keywords" });
    expect(await date).toMatchObject({ commands: [{ type: "set_slot", slot: "departure_date" }], source: "keywords" });
    clock.pass(deadline - queuePatience);
    expect(await spinning).toMatchObject({ unavailable: "timeout" });
    expect(await wish).toMatchObject({ commands: [{ type: "start_flow" }], source: "embedded" });
  });

  it("is given up when its sender gives up", async () => {
    const { clock, understander, read, underWay } = await openPool({ workers: 1 });
    const spinning = read("spin", ann("1"));
    await underWay(1);
    const leaving = new AbortController();
    const waiting = understander.understand({ message: "hello", context: bob("1"), signal: leaving.signal });
    expect(understander.figures().queued).toBe(1);
    leaving.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    expect(understander.figures().queued).toBe(0);
    clock.pass(deadline);
    await spinning;
  });
});

describe("readiness", { timeout: 120_000 }, () => {
  it("is asked for: no while every reader spins, and yes again by itself", async () => {
    const { clock, understander, read, underWay } = await openPool();
    expect(await understander.probe()).toBe(true);
    const spins = [read("spin 1", ann("1")), read("spin 2", bob("1"))];
    await underWay(2);
    clock.pass(1_000);
    const asked = understander.probe();
    clock.pass(1_500);
    expect(await asked).toBe(false);
    clock.pass(deadline - 2_500);
    for (const spin of spins) expect(await spin).toMatchObject({ unavailable: "timeout" });
    await readyAgain(understander, clock);
  });

  it("costs one question a second, however often it is asked for", async () => {
    const { clock, understander } = await openPool();
    clock.pass(1_000);
    const answers = Promise.all(Array.from({ length: 100 }, () => understander.probe()));
    expect(clock.waiting(deadline)).toBe(1);
    expect(await answers).toEqual(Array.from({ length: 100 }, () => true));
    expect(await understander.probe()).toBe(true);
    expect(clock.waiting(deadline)).toBe(0);
  });

  it("is no where no reader starts", async () => {
    const clock = createHandClock();
    const understander = createEmbeddedUnderstander({
      time: clock,
      vectors: false,
      engine: `${misbehavingEngine}.missing`,
    });
    onTestFinished(() => understander.close());
    const asked = understander.probe();
    const ready = understander.ready().catch((error: unknown) => error);
    await expect.poll(() => clock.waiting(1_500) === 1, { message: "it asks" }).toBe(true);
    clock.pass(1_500);
    expect(await asked).toBe(false);
    for (const pause of [100, 200, 400]) {
      await expect
        .poll(() => clock.waiting(pause) === 1, { message: "each start waits longer than the one before" })
        .toBe(true);
      clock.pass(pause);
    }
    expect(await ready).toMatchObject({
      code: "understand.embedded_not_started",
      message: expect.stringContaining("misbehaving-engine.ts.missing"),
    });
  });
});

describe("the thread of the sentence vectors", { timeout: 120_000 }, () => {
  const withLetters = { vectors: true, deadline: 1_000, vectorThread: misbehavingVectors };

  it("comes back when it ends; until then only plain answers are understood", async () => {
    const { clock, understander, read } = await openPool(withLetters);
    expect(await read("check my booking", ann("1"))).toMatchObject({ commands: [{ type: "start_flow" }] });
    expect(await read("a flight to die for", ann("1"))).toMatchObject({ unavailable: "degraded" });
    expect(await read("yes", bob("1", confirming))).toMatchObject({ commands: [{ type: "affirm" }] });
    await readyAgain(understander, clock);
    expect(await read("check my booking", ann("1"))).toMatchObject({ commands: [{ type: "start_flow" }] });
    expect(understander.figures()).toMatchObject({ restarts: 1, workers: 3, banned: 0 });
  });

  it("is ended when it no longer answers", async () => {
    const { clock, understander, read } = await openPool(withLetters);
    expect(await read("a mute flight", ann("1"))).toMatchObject({ unavailable: "degraded" });
    await expect.poll(() => clock.waiting(1_000) > 0, { message: "somebody asks whether it is alive" }).toBe(true);
    clock.pass(1_000);
    await readyAgain(understander, clock);
    expect(await read("check my booking", ann("1"))).toMatchObject({ commands: [{ type: "start_flow" }] });
    expect(understander.figures().restarts).toBe(1);
  });
});
