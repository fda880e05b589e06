import { describe, expect, it } from "vitest";
import type { IncomingMessage } from "../../src/domain/state.ts";
import { type Death, MortalSaver } from "./mortal-saver.ts";
import { sampleMessage, samplePointOf } from "./sample-dialogue.ts";
import { deliver, sampleGraph } from "./sample-graph.ts";
import type { OpenStore } from "./store-contract.ts";

const conversationId = "conversation-1";
const texts = ["hello", "act:2", "bye"];
const messages = texts.map((text, index) => sampleMessage(`m${index + 1}`, text, 1000 + index));

/** What any store and its saver promise to a graph that dies. */
export const describeRecovery = (open: OpenStore, history: "latest" | "full"): void => {
  /** A process: it opens the store anew, delivers messages, and perhaps dies on the way. */
  const inProcess = async (place: Place, deliveries: readonly IncomingMessage[], death: Death = null) => {
    const store = await place.open();
    const saver = new MortalSaver(store.saver({ history, pointOf: samplePointOf }), death);
    const graph = sampleGraph({ saver, store, effects: place.effects });
    const replies: string[] = [];
    try {
      for (const message of deliveries) {
        const reply = await deliver({ graph, store }, conversationId, message);
        replies.push(`${reply.messageId}: ${reply.messages[0]?.text}`);
      }
      return { replies, puts: saver.puts, died: false };
    } catch (error) {
      expect((error as Error).message).toBe("The process is dead.");
      return { replies, puts: saver.puts, died: true };
    }
  };

  interface Place {
    readonly open: Awaited<ReturnType<OpenStore>>["open"];
    readonly effects: string[];
  }

  const withPlace = async (test: (place: Place) => Promise<void>): Promise<void> => {
    const { open: openAgain, dispose } = await open();
    try {
      await test({ open: openAgain, effects: [] });
    } finally {
      await dispose();
    }
  };

  const expectAllDone = async (place: Place): Promise<void> => {
    const store = await place.open();
    expect(place.effects).toEqual(["m2/0", "m2/1"].map((key) => `${conversationId}/${key}`));
    const transcript = await store.transcript(conversationId);
    expect(transcript.map(({ turn, messageId, user }) => [turn, messageId, user])).toEqual(
      messages.map(({ messageId, text }, index) => [index + 1, messageId, text]),
    );
    expect(await store.audit(conversationId)).toHaveLength(messages.length);
    expect(await store.openMessages(conversationId)).toEqual([]);
  };

  const expected = ["m1: 0 actions", "m2: 2 actions", "m3: 0 actions"];

  describe(`a graph on a saver with ${history} history`, () => {
    it("goes on in a new process after every message", () =>
      withPlace(async (place) => {
        const replies: string[] = [];
        for (const message of messages) {
          replies.push(...(await inProcess(place, [message])).replies);
        }
        expect(replies).toEqual(expected);
        await expectAllDone(place);
      }));

    it("says the same to a message that comes again, without running anything", () =>
      withPlace(async (place) => {
        await inProcess(place, messages);
        const again = await inProcess(place, messages.toReversed());
        expect(again).toEqual({ replies: expected.toReversed(), puts: 0, died: false });
        await expectAllDone(place);
      }));

    it("recovers from a death at any checkpoint, with every effect once and every turn once", () =>
      withPlace(async (whole) => {
        const { puts } = await inProcess(whole, messages);
        expect(puts).toBe(11);
        for (let put = 1; put <= puts; put += 1) {
          for (const when of ["before", "after"] as const) {
            await withPlace(async (place) => {
              const first = await inProcess(place, messages, { put, when });
              expect(first.died).toBe(true);
              const second = await inProcess(place, messages.slice(first.replies.length));
              expect([...first.replies, ...second.replies]).toEqual(expected);
              await expectAllDone(place);
            });
          }
        }
      }));

    it("keeps a conversation that waits waiting when nothing is said", () =>
      withPlace(async (place) => {
        await inProcess(place, messages.slice(0, 1));
        const store = await place.open();
        const saver = store.saver({ history, pointOf: samplePointOf });
        const graph = sampleGraph({ saver, store, effects: place.effects });
        const config = { configurable: { thread_id: conversationId } };
        await graph.invoke(null, config);
        const { next, values } = await graph.getState(config);
        expect(next).toEqual(["await_input"]);
        expect(values.dialogue.turnCount).toBe(1);
      }));
  });
};
