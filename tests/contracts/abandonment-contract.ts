import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Notice } from "../../src/engine/state/observe.ts";
import { type AbandonedSession, silenceOf } from "../../src/runtime/abandon.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import type { OpenPlace, StorePlace } from "../../src/testing/index.ts";
import { assistantOf } from "../support/dialogue.ts";

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

const assistant = assistantOf(`
settings:
  conversation: { session_timeout: 1800 }
slots:
  city: { type: string, description: City, prompt: "Which city?" }
actions:
  pass_on: { description: Pass on, inputs: [], outputs: [] }
patterns: { handoff: { action: pass_on } }
flows:
  trip: { description: Plan a trip, trigger: { intents: [trip] }, steps: [{ step: where, type: collect, slot: city }] }
`);

/** Sessions that time out while nobody writes. */
export const describeAbandonment = (openPlace: OpenPlace): void => {
  describe("a session that times out", () => {
    let place: StorePlace;
    let now: number;
    let told: AbandonedSession[];
    let noticed: Notice[];
    beforeEach(async () => {
      place = await openPlace();
      now = start;
      told = [];
      noticed = [];
    });
    afterEach(() => place.dispose());

    const server = async (): Promise<Soni> => {
      const soni = createSoni({
        assistant,
        store: await place.open(),
        actions: { pass_on: () => ({}) },
        understander: { understand: async () => ({ commands: [], confidence: 0 }) },
        clock: { now: () => now },
        onAbandoned: (session) => void told.push(session),
      });
      soni.observe((notice) => {
        if (notice.event.type === "session_expired") noticed.push(notice);
      });
      return soni;
    };
    const plan = (soni: Soni, conversationId: string) =>
      soni.processMessage({ conversationId, text: "", command: { type: "start_flow", flow: "trip" } });

    it("is put aside without a message, and the program hears of it", async () => {
      const soni = await server();
      await plan(soni, "c");
      now += 30 * minute;
      expect(await soni.abandon()).toBe(0);
      now += 2;
      expect(await soni.abandon()).toBe(1);
      const at = start + 30 * minute + 1;
      const flows = [{ flow: "trip", flowId: "trip_1" }];
      expect(told).toEqual([{ conversationId: "c", lastActiveAt: start, at, flows }]);
      expect(noticed).toMatchObject([{ conversationId: "c", event: { type: "session_expired", flows: 1 } }]);
      expect(await soni.getState("c")).toMatchObject({
        conversationState: "idle",
        flowStack: [],
        pending: null,
        metadata: { completedFlows: [{ flow: "trip", flowState: "abandoned", completedAt: at }] },
      });
      expect(await soni.transcript("c")).toMatchObject([{}, { turn: 2, user: "", messages: [] }]);
      expect((await soni.trace("c")).filter(({ event }) => event === "session_expired")).toEqual([
        { turn: 2, at, event: "session_expired", data: { flows: 1 } },
      ]);
      expect(await soni.abandon()).toBe(0);
    });

    it("is offered to its user once, who goes on where they were", async () => {
      const soni = await server();
      await plan(soni, "c");
      now += 31 * minute;
      await soni.abandon();
      now += 31 * minute;
      await soni.abandon();
      const hello = { conversationId: "c", text: "", command: { type: "chitchat" } } as const;
      const back = await soni.processMessage(hello);
      expect(back.messages.at(-1)?.source).toEqual({ kind: "pattern", pattern: "session_expired" });
      const yes = await soni.processMessage({ conversationId: "c", text: "", command: { type: "affirm" } });
      expect(yes.messages.at(-1)?.text).toBe("Which city?");
      expect(told).toHaveLength(1);

      now += 31 * minute;
      expect(await soni.abandon()).toBe(1);
      expect((await plan(soni, "c")).messages.map(({ text }) => text)).toEqual(["Which city?"]);
      await soni.processMessage({ conversationId: "c", text: "", command: { type: "cancel_flow" } });
      const [answer, ...more] = (await soni.processMessage(hello)).messages;
      expect([answer?.source.kind, more]).toEqual(["digression", []]);
    });

    it("is put aside once, however many servers look", async () => {
      const servers = [await server(), await server()];
      const ids = Array.from({ length: 12 }, (_, index) => `c${index}`);
      for (const [index, id] of ids.entries()) await plan(servers[index % 2] as Soni, id);
      now += 40 * minute;
      const counts = await Promise.all([...servers, ...servers].map((soni) => soni.abandon()));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
      expect(told.map(({ conversationId }) => conversationId).toSorted()).toEqual(ids.toSorted());
      for (const id of ids) expect(await servers[0]?.transcript(id)).toHaveLength(2);
    });

    it("is put aside by the next process if the one that began it dies", async () => {
      const first = await server();
      await plan(first, "c");
      now += 31 * minute;
      const store = await place.open();
      const state = (await store.read("c"))?.state;
      const silence = state === undefined ? null : silenceOf(state, { timeoutMs: 30 * minute, now });
      if (silence === null) throw new Error("the session has not timed out");
      await store.accept("c", silence.message);
      const second = await server();
      expect(await second.recover()).toBe(1);
      expect(told).toMatchObject([{ conversationId: "c", flows: [{ flow: "trip" }] }]);
      expect(await second.abandon()).toBe(0);
      expect(told).toHaveLength(1);
    });

    it("is left alone while its user is there, while a person has it, and when nothing is open", async () => {
      const soni = await server();
      await plan(soni, "there");
      await plan(soni, "person");
      await soni.processMessage({ conversationId: "person", text: "", command: { type: "human_handoff" } });
      await soni.processMessage({ conversationId: "over", text: "", command: { type: "chitchat" } });
      now += 20 * minute;
      await soni.processMessage({ conversationId: "there", text: "", command: { type: "repeat" } });
      now += 20 * minute;
      expect(await soni.abandon()).toBe(0);
      expect(told).toEqual([]);
      expect((await soni.getState("there"))?.flowStack).toHaveLength(1);
      expect((await soni.getState("person"))?.flowStack).toHaveLength(1);
      now += 11 * minute;
      expect(await soni.abandon()).toBe(1);
      expect(told).toMatchObject([{ conversationId: "there" }]);
    });

    it("does not meet its user's message half-way", async () => {
      const soni = await server();
      await plan(soni, "c");
      now += 31 * minute;
      const city = { conversationId: "c", text: "", command: { type: "chitchat" } } as const;
      const [said, count] = await Promise.all([soni.processMessage(city), soni.abandon()]);
      expect(said.messages.at(-1)?.source).toEqual({ kind: "pattern", pattern: "session_expired" });
      expect(count).toBe(0);
      expect(noticed).toHaveLength(1);
    });
  });
};
