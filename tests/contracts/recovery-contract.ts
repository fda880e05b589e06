import { describe, expect, it } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Store } from "../../src/stores/store.ts";
import type { OpenPlace, StorePlace } from "../../src/testing/index.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";

const assistant = assistantOf(`
actions:
  reserve: { inputs: [], outputs: [], effect: true }
  charge: { inputs: [], outputs: [], effect: true }
flows:
  book:
    description: book a trip
    trigger: { intents: [book it] }
    steps:
      - { step: reserve, type: action, call: reserve }
      - { step: charge, type: action, call: charge }
      - { step: tell, type: say, message: "Booked." }
`);
const conversationId = "conversation-1";
const texts = ["hello", "book", "bye"];

/** `before`: the process dies before the state is handed to the store; `after`: before anyone learns it was saved. */
type Death = { readonly save: number; readonly when: "before" | "after" } | null;

/**
 * The store as a process sees it that dies at its n-th save: from then on nothing reaches the store. A result in the ledger is a save
 * too, and the process dies after it: before it, what became of the action is not known.
 */
function mortalStore(store: Store, death: Death) {
  let saves = 0;
  let isDead = false;
  const live = (): void => {
    if (isDead) throw new Error("The process is dead.");
  };
  const mortal: Store = {
    ...(Object.fromEntries(
      Object.entries(store).map(([name, method]) => [
        name,
        typeof method !== "function"
          ? method
          : (...given: unknown[]) => {
              live();
              return Reflect.apply(method, store, given);
            },
      ]),
    ) as unknown as Store),
    async save(...given) {
      saves += 1;
      isDead ||= death?.when === "before" && death.save === saves;
      live();
      await store.save(...given);
      isDead ||= death?.when === "after" && death.save === saves;
      live();
    },
    async finish(...given) {
      saves += 1;
      live();
      await store.finish(...given);
      isDead ||= death?.save === saves;
      live();
    },
  };
  return { store: mortal, saves: () => saves };
}

/** What any store and both hosts promise about a process that dies. */
export const describeRecovery = (openPlace: OpenPlace): void => {
  describe.each(["direct", "langgraph"] as const)("a conversation on the %s host", (host: Host) => {
    interface Place {
      readonly open: StorePlace["open"];
      /** The world: every effect that really happened. */
      readonly effects: string[];
    }

    /** A process: it opens the store anew, delivers messages, and perhaps dies on the way. Its leases run out at once. */
    const inProcess = async (place: Place, ids: readonly number[], death: Death = null) => {
      const { store, saves } = mortalStore(await place.open({ leaseMs: 0 }), death);
      const effect = (name: string) => () => {
        place.effects.push(name);
        return {};
      };
      const soni = createSoni({
        assistant: onHost(assistant, host),
        store,
        actions: { reserve: effect("reserve"), charge: effect("charge") },
        understander: {
          understand: async ({ message }) => ({
            commands: [message === "book" ? { type: "start_flow", flow: "book" } : { type: "chitchat" }],
            confidence: 1,
          }),
        },
        clock: { now: () => 1_000 },
      });
      const replies: string[] = [];
      try {
        for (const id of ids) {
          const said = await soni.processMessage({ conversationId, messageId: `m${id}`, text: texts[id] ?? "" });
          replies.push(`${said.messageId}: ${said.messages.map(({ text }) => text).join(" ")}`);
        }
        return { replies, saves: saves(), died: false };
      } catch (error) {
        expect((error as Error).message).toBe("The process is dead.");
        return { replies, saves: saves(), died: true };
      }
    };
    const withPlace = async (test: (place: Place) => Promise<void>): Promise<void> => {
      const { open, dispose } = await openPlace();
      try {
        await test({ open, effects: [] });
      } finally {
        await dispose();
      }
    };
    const all = [...texts.keys()];
    const expectAllDone = async (place: Place): Promise<void> => {
      const store = await place.open();
      expect(place.effects).toEqual(["reserve", "charge"]);
      const transcript = await store.transcript(conversationId);
      expect(transcript.map(({ turn, messageId, user }) => [turn, messageId, user])).toEqual(
        all.map((id) => [id + 1, `m${id}`, texts[id]]),
      );
      expect(await store.audit(conversationId)).toHaveLength(all.length);
      expect(await store.openMessages(conversationId)).toEqual([]);
    };

    it("goes on in a new process after every message", () =>
      withPlace(async (place) => {
        const replies: string[] = [];
        for (const id of all) replies.push(...(await inProcess(place, [id])).replies);
        expect(replies[1]).toBe("m1: Booked.");
        await expectAllDone(place);
        expect(await inProcess(place, all.toReversed())).toEqual({
          replies: replies.toReversed(),
          saves: 0,
          died: false,
        });
        await expectAllDone(place);
      }));

    it("recovers from a death at any save, with every effect once and every turn once", () =>
      withPlace(async (whole) => {
        const { saves, replies: expected } = await inProcess(whole, all);
        // Each turn, and before and after each action.
        expect(saves).toBe(7);
        for (let save = 1; save <= saves; save += 1) {
          for (const when of ["before", "after"] as const) {
            await withPlace(async (place) => {
              const first = await inProcess(place, all, { save, when });
              expect(first.died).toBe(true);
              const second = await inProcess(place, all.slice(first.replies.length));
              expect([...first.replies, ...second.replies]).toEqual(expected);
              await expectAllDone(place);
            });
          }
        }
      }));
  });
};
