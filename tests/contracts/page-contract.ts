import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TurnQuery } from "../../src/engine/state/store.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import type { Store } from "../../src/stores/store.ts";
import type { OpenPlace, StorePlace } from "../../src/testing/index.ts";
import { echoAssistant, echoUnderstander } from "../support/echo-assistant.ts";

/** Data that is read a part at a time, and data that is kept for the store as a whole. */
export const describePages = (openPlace: OpenPlace): void => {
  describe("a long conversation", () => {
    let place: StorePlace;
    beforeEach(async () => {
      place = await openPlace();
    });
    afterEach(() => place.dispose());

    const echo = (store: Store): Soni =>
      createSoni({
        assistant: echoAssistant(),
        store,
        understander: echoUnderstander,
      });
    const say = (soni: Soni, conversationId: string, messageId: string) =>
      soni.processMessage({ conversationId, messageId, text: messageId });

    it("is read in pages, from either end", async () => {
      const store = await place.open();
      const soni = echo(store);
      for (let turn = 1; turn <= 12; turn += 1) await say(soni, "c1", `m${turn}`);
      await say(soni, "c2", "m1");
      const turns = async (query?: TurnQuery) => {
        const [transcript, audit] = await Promise.all([store.transcript("c1", query), store.audit("c1", query)]);
        expect(audit.map(({ messageId }) => messageId)).toEqual(transcript.map(({ messageId }) => messageId));
        return transcript.map(({ turn }) => turn);
      };
      expect(await turns()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(await turns({ limit: 5 })).toEqual([1, 2, 3, 4, 5]);
      expect(await turns({ after: 5, limit: 5 })).toEqual([6, 7, 8, 9, 10]);
      expect(await turns({ after: 10, limit: 5 })).toEqual([11, 12]);
      expect(await turns({ after: 12, limit: 5 })).toEqual([]);
      expect(await turns({ from: "newest", limit: 3 })).toEqual([10, 11, 12]);
      expect(await turns({ from: "newest", limit: 3, before: 3 })).toEqual([1, 2]);
      expect(await turns({ from: "newest", limit: 2, before: 9, after: 4 })).toEqual([7, 8]);
      expect(await turns({ after: 3, before: 6 })).toEqual([4, 5]);
      expect(await turns({ messageId: "m7" })).toEqual([7]);
      expect(await turns({ messageId: "m13" })).toEqual([]);
    });

    it("keeps a mark for the store as a whole, for every process", async () => {
      // The store makes its tables when it is opened.
      await place.open();
      const { marks } = await place.rows();
      expect(await marks.read("pruned")).toBeNull();
      await marks.write("pruned", 1_700_000_000_000);
      await marks.write("pruned", 1_800_000_000_000.5);
      expect(await marks.read("probe")).toBeNull();
      expect(await (await place.rows()).marks.read("pruned")).toBe(1_800_000_000_000);
    });
  });
};
