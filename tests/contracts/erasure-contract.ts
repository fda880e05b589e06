import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Store } from "../../src/stores/store.ts";
import type { OpenPlace, StorePlace } from "../../src/testing/index.ts";
import { sampleMessage } from "../../src/testing/store-contract/sample-dialogue.ts";
import { echoAssistant, echoUnderstander } from "../support/echo-assistant.ts";

/** What is left of a conversation after it was deleted, and who can bring it back: nothing, nobody. */
export const describeErasure = (openPlace: OpenPlace): void => {
  describe("erasure", () => {
    let place: StorePlace;
    let here: Store;
    beforeEach(async () => {
      place = await openPlace();
      here = await place.open();
    });
    afterEach(() => place.dispose());

    const result = { ok: true, output: {}, attempts: 1, milliseconds: 1 } as const;
    const lost = expect.objectContaining({ code: "store.lease_lost" });
    const soniOn = (store: Store, understood: Promise<void> = Promise.resolve()) =>
      createSoni({
        assistant: echoAssistant(),
        store,
        understander: {
          async understand(request) {
            await understood;
            return echoUnderstander.understand(request);
          },
        },
      });

    it("finds everything of a user, also what has no finished turn", async () => {
      await soniOn(here).processMessage({ conversationId: "ana:1", text: "hi" });
      await here.accept("ana:2", sampleMessage("m1"));
      await here.accept("anabel:1", sampleMessage("m1"));
      expect((await here.conversationIds("ana:")).toSorted()).toEqual(["ana:1", "ana:2"]);
      expect((await here.conversationIds("")).toSorted()).toEqual(["ana:1", "ana:2", "anabel:1"]);
      const deleted = await soniOn(here).deleteConversations({ prefix: "ana:" });
      expect(deleted.toSorted()).toEqual(["ana:1", "ana:2"]);
      expect(await here.conversationIds("")).toEqual(["anabel:1"]);
      await here.scrub("full");
      expect(await here.openMessages("anabel:1")).toHaveLength(1);
    });

    it("is not undone by an action that ends or begins too late", async () => {
      const lead = await here.accept("c1", sampleMessage("m1"), { lease: "take" });
      await here.begin("c1", "k1");
      await (await place.open()).deleteConversation("c1");
      await here.finish("c1", "k1", result);
      await expect(here.begin("c1", "k2")).rejects.toEqual(lost);
      if (lead.kind === "accepted") await lead.lead?.release();
      expect(await here.conversationIds("")).toEqual([]);
      expect(await here.begin("c1", "k1")).toBeNull();
    });

    it("waits for a turn under way, and refuses those that wait behind it in another process", async () => {
      const { promise: understood, resolve: understand } = Promise.withResolvers<void>();
      const [working, waiting, erasing] = [
        soniOn(here, understood),
        soniOn(await place.open()),
        soniOn(await place.open()),
      ];
      const first = working.processMessage({ conversationId: "c1", messageId: "m1", text: "first" });
      await expect.poll(() => here.openMessages("c1")).toHaveLength(1);
      const erased = erasing.deleteConversation("c1");
      const second = waiting.processMessage({ conversationId: "c1", messageId: "m2", text: "second" });
      const refused = second.then(
        ({ turn }) => turn,
        ({ code }) => code,
      );
      await expect.poll(() => here.openMessages("c1")).toHaveLength(2);
      understand();
      expect((await first).messages.map(({ text }) => text)).toEqual(["Heard first."]);
      await erased;
      // It came before the erasure and was answered, or after it and was refused: nothing of it is left either way.
      expect([2, "conversation.deleted"]).toContain(await refused);
      expect(await here.conversationIds("")).toEqual([]);
    });
  });
};
