import type { Sentence } from "../../engine/state/turn.ts";
import type { Lead, Store } from "../../stores/store.ts";
import { finishTurn, sampleMessage, sampleState } from "./sample-dialogue.ts";
import type { OpenPlace, StorePlace } from "./store-place.ts";
import type { TestFramework } from "./test-framework.ts";

/** What any store promises of a turn that is told while it is written. */
export const describeSentences = (framework: TestFramework, openPlace: OpenPlace): void => {
  const { describe, it, expect, beforeEach, afterEach } = framework;
  describe("the sentences of a turn", () => {
    let place: StorePlace;
    let store: Store;
    beforeEach(async () => {
      place = await openPlace();
      store = await place.open();
    });
    afterEach(() => place.dispose());

    const message = sampleMessage("m1");
    const sentence = (text: string, more: Partial<Sentence> = {}): Sentence => ({ message: "m1.1", text, ...more });
    const odd = sentence('Two\nlines, a "quote", \\n, \u2028 and 🙂.', { upTo: 7 });
    const lost = expect.objectContaining({ name: "SoniError", code: "store.lease_lost" });
    const conflict = expect.objectContaining({ name: "SoniError", code: "store.conflict" });
    const tellTwo = async (conversationId: string): Promise<void> => {
      await store.accept(conversationId, message);
      await store.sentences.append(conversationId, "m1", sentence("One."));
      await store.sentences.append(conversationId, "m1", odd);
    };

    it("come back whole and in order, to any process", async () => {
      await tellTwo("c1");
      await store.accept("c1", sampleMessage("m2"));
      await store.sentences.append("c1", "m2", sentence("Other.", { isLast: true }));
      const again = await place.open();
      expect(await again.sentences.read("c1", "m1")).toEqual([sentence("One."), odd]);
      expect(await again.sentences.read("c1", "m2")).toEqual([sentence("Other.", { isLast: true })]);
      expect(await again.sentences.read("c2", "m1")).toEqual([]);
      expect(await again.openMessages("c1")).toHaveLength(2);
    });

    it("stay over a save in the middle of the turn, and go with its end", async () => {
      await tellTwo("c1");
      await store.save({ state: sampleState("c1", message), step: 1 });
      expect(await store.sentences.read("c1", "m1")).toHaveLength(2);
      await store.save({ state: finishTurn(sampleState("c1", message)), step: 2 });
      expect(await store.sentences.read("c1", "m1")).toEqual([]);
    });

    it("go with the message, and with the conversation", async () => {
      await tellTwo("c1");
      await tellTwo("c2");
      await store.discard("c1", "m1");
      await store.deleteConversation("c2");
      const again = await place.open();
      expect(await again.sentences.read("c1", "m1")).toEqual([]);
      expect(await again.sentences.read("c2", "m1")).toEqual([]);
      // Nor do they come back with a message of the same id.
      await again.accept("c1", message);
      expect(await again.sentences.read("c1", "m1")).toEqual([]);
    });

    it("are refused without an open message", async () => {
      await expect(store.sentences.append("c1", "m1", sentence("One."))).rejects.toEqual(conflict);
      await tellTwo("c1");
      await store.save({ state: finishTurn(sampleState("c1", message)), step: 1 });
      await expect(store.sentences.append("c1", "m1", sentence("Three."))).rejects.toEqual(conflict);
      expect(await store.sentences.read("c1", "m1")).toEqual([]);
    });

    it("of a worker that was overtaken are refused", async () => {
      const frozen = await place.open({ leaseMs: 0 });
      await frozen.accept("c1", message, { lease: "take" });
      await frozen.sentences.append("c1", "m1", sentence("One."));
      const lead = (await store.lead("c1", { messageId: "m1", wait: true })) as Lead;
      await expect(frozen.sentences.append("c1", "m1", sentence("Late."))).rejects.toEqual(lost);
      await store.sentences.append("c1", "m1", sentence("Two."));
      expect((await store.sentences.read("c1", "m1")).map(({ text }) => text)).toEqual(["One.", "Two."]);
      await lead.release();
    });
  });
};
