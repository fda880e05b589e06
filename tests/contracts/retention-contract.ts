import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Settings } from "../../src/engine/assistant/settings.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import type { Store } from "../../src/stores/store.ts";
import type { OpenPlace, StorePlace } from "../../src/testing/index.ts";
import { sampleMessage } from "../../src/testing/store-contract/sample-dialogue.ts";
import { echoAssistant, echoUnderstander } from "../support/echo-assistant.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 0, 1);

/** What is forgotten by itself: old turns, conversations that are over, turns beyond a number. */
export const describeRetention = (openPlace: OpenPlace): void => {
  describe("retention", () => {
    let place: StorePlace;
    let store: Store;
    let now: number;
    beforeEach(async () => {
      place = await openPlace();
      store = await place.open();
      now = start;
    });
    afterEach(() => place.dispose());

    const soniWith = (retention: Partial<Settings["retention"]>): Soni => {
      const assistant = echoAssistant();
      return createSoni({
        assistant: {
          ...assistant,
          settings: { ...assistant.settings, retention: { ...assistant.settings.retention, ...retention } },
        },
        store,
        clock: { now: () => now },
        understander: echoUnderstander,
      });
    };
    const say = (soni: Soni, conversationId: string, text: string) =>
      soni.processMessage({ conversationId, messageId: text, text });
    const said = async (conversationId: string) => (await store.transcript(conversationId)).map(({ user }) => user);

    it("forgets old turns, and conversations that have no others", async () => {
      const soni = soniWith({ transcriptDays: 10 });
      await say(soni, "over", "old");
      await say(soni, "going-on", "older");
      now += 6 * day;
      await say(soni, "going-on", "newer");
      expect(await soni.prune()).toEqual({ conversations: [], turns: 0 });
      now += 5 * day;
      expect(await soni.prune()).toEqual({ conversations: ["over"], turns: 1 });
      expect(await store.conversationIds("")).toEqual(["going-on"]);
      expect(await said("going-on")).toEqual(["newer"]);
      expect(await soni.getState("over")).toBeNull();
      expect((await say(soni, "going-on", "goes-on")).turn).toBe(3);
      expect(await soni.prune()).toEqual({ conversations: [], turns: 0 });
      now += 6 * day;
      expect(await soni.prune()).toEqual({ conversations: [], turns: 1 });
    });

    it("forgets a message that nobody could ever take up, with its conversation", async () => {
      await store.accept("stuck", sampleMessage("m1", "text", start));
      now += 11 * day;
      await store.accept("new", sampleMessage("m1", "text", now));
      expect(await soniWith({ transcriptDays: 10 }).prune()).toEqual({ conversations: ["stuck"], turns: 0 });
      expect(await store.openConversations()).toEqual(["new"]);
    });

    it("leaves alone what somebody works on", async () => {
      const busy = await place.open({ leaseMs: 3_600_000 });
      await busy.accept("busy", sampleMessage("m1", "text", start), { lease: "take" });
      now += 11 * day;
      const other = await place.open();
      expect(await other.lead("busy", { wait: false })).toEqual({ kind: "busy" });
      expect(await soniWith({ transcriptDays: 10 }).prune()).toEqual({ conversations: [], turns: 0 });
    });

    it("keeps so many turns of a conversation, and those that may be asked for again", async () => {
      const soni = soniWith({ transcriptTurns: 20 });
      for (let turn = 1; turn <= 128; turn += 1) {
        now += 30 * minute;
        await say(soni, "c1", `m${turn}`);
      }
      // A day ago was 48 turns ago.
      const kept = await said("c1");
      expect(kept).toEqual(Array.from({ length: 49 }, (_, index) => `m${80 + index}`));
      expect(await say(soni, "c1", "m82")).toMatchObject({ turn: 82, duplicate: true });
      expect(await store.audit("c1")).toHaveLength(49);
      now += 2 * day;
      for (let turn = 129; turn <= 192; turn += 1) await say(soni, "c1", `m${turn}`);
      expect(await said("c1")).toHaveLength(64);
      now += 2 * day;
      for (let turn = 193; turn <= 256; turn += 1) {
        now += 2 * day;
        await say(soni, "c1", `m${turn}`);
      }
      expect(await said("c1")).toEqual(Array.from({ length: 20 }, (_, index) => `m${237 + index}`));
    });
  });
};
