import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askingDate, bookFlight, checkBooking, confirming, idle } from "../../tests/model/contexts.ts";
import { type CacheOptions, withCache } from "./cache.ts";
import { identityOf } from "./cache-key.ts";
import type { Understander, UnderstandingContext, UnderstandRequest } from "./understander.ts";

/** Answers with a description of everything it was asked, so that a wrong hit shows. */
const describing = (label = "") => {
  let calls = 0;
  const understander: Understander = {
    understand: async ({ message, context }) => {
      calls += 1;
      const { now: _, history, ...rest } = context;
      // To a question "yes" means that; with nothing asked it may mean anything that was said before. "Paris" is a subject.
      const question = history.findLast(({ role }) => role === "assistant")?.text;
      const asked = context.awaiting.kind === "message" ? undefined : question;
      const said = message === "yes" && asked === undefined ? history.map(({ text }) => text) : [];
      const topic = JSON.stringify([label, message, said, asked, rest]);
      return { commands: [{ type: "clarify", topic, kind: "question" }], confidence: 1, source: "model" };
    },
  };
  return { understander, calls: () => calls };
};

const options: CacheOptions = { samples: false, identity: "model", ttl: 600, size: 100 };

/** One difference each; any two contexts built from different choices must not share an answer. */
const contexts: fc.Arbitrary<UnderstandingContext> = fc
  .record({
    base: fc.constantFrom(idle, askingDate, confirming),
    conversationId: fc.constantFrom("a", "b"),
    assistantHash: fc.constantFrom("one", "two"),
    conversationState: fc.constantFrom("idle" as const, "waiting_for_slot" as const, "confirming" as const),
    awaiting: fc.constantFrom(
      { kind: "message" as const },
      { kind: "slot" as const, slot: "origin" },
      { kind: "slot" as const, slot: "destination" },
      { kind: "confirmation" as const },
      { kind: "cancel_confirmation" as const },
    ),
    flows: fc.constantFrom([bookFlight], [bookFlight, checkBooking], [{ ...bookFlight, description: "Other" }]),
    active: fc.constantFrom(null, bookFlight, checkBooking),
    paused: fc.constantFrom([], [checkBooking]),
    known: fc.constantFrom({}, { origin: "Madrid" }, { origin: "Rome" }),
    history: fc.array(
      fc.record({ role: fc.constantFrom("user" as const, "assistant" as const), text: fc.constantFrom("a", "b") }),
      { maxLength: 2 },
    ),
    now: fc.constantFrom(idle.now, idle.now + 60_000),
    timezone: fc.constantFrom("UTC", "Europe/Madrid"),
    language: fc.constantFrom("en", "es"),
  })
  .map(({ base, ...fields }) => ({ ...base, ...fields }));
const requests: fc.Arbitrary<UnderstandRequest> = fc.record({
  message: fc.constantFrom("Paris", "yes"),
  context: contexts,
});

describe("the cache", () => {
  it("never answers for another slot, state, scope, question, subject or user", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 2, maxLength: 30 }), async (list) => {
        const cached = withCache(describing().understander, options);
        const fresh = describing().understander;
        for (const request of [...list, ...list]) {
          expect((await cached.understand(request)).commands).toEqual((await fresh.understand(request)).commands);
        }
        expect(cached.statistics().contextHits).toBeGreaterThanOrEqual(list.length);
      }),
      { numRuns: 100 },
    );
  });

  const reduced = ["now", "history", "vocabulary"];
  const fields = Object.keys(askingDate).filter((field) => !reduced.includes(field));
  it.each(fields as (keyof UnderstandingContext)[])("looks at %s", async (field) => {
    const { understander, calls } = describing();
    const cached = withCache(understander, options);
    const changed = field === "timezone" ? "Asia/Tokyo" : field === "active" ? null : "changed";
    await cached.understand({ message: "Paris", context: askingDate });
    await cached.understand({ message: "Paris", context: { ...askingDate, [field]: changed } });
    expect(calls()).toBe(2);
  });

  it.each([
    ["Paris", 60_000, 1],
    ["Paris", 86_400_000, 2],
    ["in two hours", 60_000, 2],
    ["dentro de dos horas", 60_000, 2],
    ["in two hours", 1_000, 1],
  ])("takes %o for the same %i milliseconds later, or not", async (message, later, asked) => {
    const { understander, calls } = describing();
    const cached = withCache(understander, { ...options, ttl: 1e9 });
    await cached.understand({ message, context: askingDate });
    await cached.understand({ message, context: { ...askingDate, now: askingDate.now + later } });
    expect(calls()).toBe(asked);
  });

  it.each([
    ["12", [{ role: "user", text: "hm" }, ...askingDate.history], 1],
    ["12", [...askingDate.history, { role: "assistant", text: "Where to?" }], 2],
    ["the same", [{ role: "user", text: "hm" }, ...askingDate.history], 2],
    ["could you book it for me", [{ role: "user", text: "is there a concert?" }, ...askingDate.history.slice(1)], 2],
  ] as const)(
    "looks at the talk before %o, unless it is a plain answer to the same question",
    async (message, history, asked) => {
      const { understander, calls } = describing();
      const cached = withCache(understander, options);
      await cached.understand({ message, context: askingDate });
      await cached.understand({ message, context: { ...askingDate, history } });
      expect(calls()).toBe(asked);
    },
  );

  it("looks at the talk before a plain answer whose question is not in it", async () => {
    const { understander, calls } = describing();
    const cached = withCache(understander, options);
    for (const text of ["hm", "hm, no"])
      await cached.understand({ message: "yes", context: { ...confirming, history: [{ role: "user", text }] } });
    expect(calls()).toBe(2);
  });

  it.each(["I want to fly to Paris", "book it"])(
    "looks at the talk before %o, where nothing was asked",
    async (message) => {
      const { understander, calls } = describing();
      const cached = withCache(understander, options);
      for (const text of ["is there a concert?", "is there a match?"])
        await cached.understand({ message, context: { ...idle, history: [{ role: "user", text }] } });
      expect(calls()).toBe(2);
    },
  );

  it("answers the same question once, at no cost", async () => {
    const { understander, calls } = describing();
    const cached = withCache(understander, options);
    const request = { message: "Paris", context: askingDate };
    await cached.understand(request);
    const second = await cached.understand({
      message: "Paris",
      context: { ...askingDate, now: askingDate.now + 5_000 },
    });
    expect([calls(), second.source, second.usage]).toEqual([1, "cache", undefined]);
    expect(cached.statistics()).toEqual({ turnHits: 0, contextHits: 1, misses: 1, entries: 1 });
  });

  it("lets two askers of the same turn share one request", async () => {
    const { understander, calls } = describing();
    const cached = withCache(understander, options);
    const request = { message: "Paris", context: askingDate };
    const [first, second] = await Promise.all([cached.understand(request), cached.understand(request)]);
    expect([calls(), first?.commands]).toEqual([1, second?.commands]);
    expect(cached.statistics().turnHits).toBe(1);
  });

  it("cannot be changed by whoever got an answer", async () => {
    const cached = withCache(describing().understander, options);
    const request = { message: "Paris", context: askingDate };
    await cached.understand(request);
    const answer = await cached.understand(request);
    (answer.commands as unknown[]).length = 0;
    expect((await cached.understand(request)).commands).toHaveLength(1);
  });

  it("forgets after its time, beyond its size, and on demand", async () => {
    let time = 0;
    const { understander, calls } = describing();
    const cached = withCache(understander, { ...options, ttl: 10, size: 2, time: { now: () => time } });
    const ask = (message: string) => cached.understand({ message, context: askingDate });
    await ask("a");
    time = 10_000;
    await ask("a");
    expect(calls()).toBe(2);
    await ask("b");
    await ask("a");
    await ask("c");
    expect([calls(), cached.statistics().entries]).toEqual([4, 2]);
    await ask("a");
    await ask("b");
    expect(calls()).toBe(5);
    cached.forget(askingDate.conversationId);
    expect(cached.statistics().entries).toBe(0);
  });

  it("does not bring back a conversation that was deleted while its answer was on the way", async () => {
    const cached = withCache(describing().understander, options);
    const answer = cached.understand({ message: "Paris", context: askingDate });
    cached.forget(askingDate.conversationId);
    await answer;
    expect(cached.statistics().entries).toBe(0);
  });

  it("keeps no failure", async () => {
    const failing: Understander = { understand: async () => ({ commands: [], confidence: 0, source: "none" }) };
    const cached = withCache(failing, options);
    const request = { message: "Paris", context: askingDate };
    const answers = await Promise.all([cached.understand(request), cached.understand(request)]);
    expect(answers.map((answer) => answer.source)).toEqual(["none", "none"]);
    expect(cached.statistics().entries).toBe(0);
  });

  it("is off for a model that samples, unless asked for", async () => {
    const request = { message: "Paris", context: askingDate };
    for (const [enabled, expected] of [
      [undefined, 2],
      [true, 1],
      [false, 2],
    ] as const) {
      const { understander, calls } = describing();
      const cached = withCache(understander, {
        ...options,
        samples: true,
        ...(enabled === undefined ? {} : { enabled }),
      });
      await cached.understand(request);
      await cached.understand(request);
      expect(calls()).toBe(expected);
    }
  });

  it("shares between conversations only what belongs to one known user", async () => {
    const { understander, calls } = describing();
    const owners = new Map([
      ["c1", "ana"],
      ["c2", "ana"],
      ["c3", "ben"],
    ]);
    const cached = withCache(understander, {
      ...options,
      owner: ({ conversationId }) => owners.get(conversationId) ?? conversationId,
    });
    for (const conversationId of owners.keys())
      await cached.understand({ message: "Paris", context: { ...idle, conversationId } });
    expect(calls()).toBe(2);
  });

  it("tells models and programs apart", () => {
    expect(new Set([identityOf("a", {}), identityOf("b", {}), identityOf("a", { x: 1 })]).size).toBe(3);
  });
});
