import type { DialogueState, IncomingMessage } from "../../engine/state/state.ts";
import type { ConversationQuery } from "../../engine/state/store.ts";
import type { Store } from "../../stores/store.ts";
import { describeLeases } from "./lease-contract.ts";
import { describeQuarantine } from "./quarantine-contract.ts";
import { finishTurn, sampleMessage, samplePendingAction, sampleReply, sampleState } from "./sample-dialogue.ts";
import { describeSentences } from "./sentence-contract.ts";
import type { OpenPlace, StorePlace } from "./store-place.ts";
import type { TestFramework } from "./test-framework.ts";

/** One suite for every store: what it keeps for a conversation, what it forgets, and what it refuses. */
export const describeStore = (framework: TestFramework, name: string, openPlace: OpenPlace): void => {
  const { describe, it, expect, beforeEach, afterEach } = framework;
  describe(`${name} store`, () => {
    let place: StorePlace;
    let store: Store;
    beforeEach(async () => {
      place = await openPlace();
      store = await place.open();
    });
    afterEach(() => place.dispose());

    const save = (state: DialogueState, step: number, on = store) => on.save({ state, step });
    const load = async (conversationId: string, on = store) => (await on.read(conversationId))?.state ?? null;
    const stepOf = async (conversationId: string) => (await store.read(conversationId))?.step;
    const finish = async (conversationId: string, message: IncomingMessage, turn = 1): Promise<void> => {
      await store.accept(conversationId, message);
      await save(finishTurn({ ...sampleState(conversationId, message), turnCount: turn - 1 }), turn * 2);
    };
    const code = (expected: string) => expect.objectContaining({ name: "SoniError", code: expected });

    describe("messages", () => {
      it("are open until their turn is saved, then answered with its reply", async () => {
        const message = sampleMessage("m1");
        expect(await store.accept("c1", message)).toEqual({ kind: "accepted" });
        expect(await store.accept("c1", message)).toEqual({ kind: "open" });
        await save(finishTurn(sampleState("c1", message)), 1);
        expect(await store.accept("c1", message)).toEqual({ kind: "finished", reply: sampleReply("m1", 1) });
      });

      it("keep their id for one text and one list of commands, whatever the order of keys", async () => {
        const commands = [{ type: "set_slot", slot: "city", value: "Rome" }] as const;
        await store.accept("c1", { ...sampleMessage("m1"), commands });
        const sameCommands = [{ value: "Rome", slot: "city", type: "set_slot" }] as const;
        expect((await store.accept("c1", { ...sampleMessage("m1"), commands: sameCommands })).kind).toBe("open");
        expect((await store.accept("c1", { ...sampleMessage("m1", "other"), commands })).kind).toBe("conflict");
        expect((await store.accept("c1", sampleMessage("m1"))).kind).toBe("conflict");
        await finish("c2", sampleMessage("m1"));
        expect((await store.accept("c2", sampleMessage("m1", "other"))).kind).toBe("conflict");
      });

      it("with the same id in two conversations are two messages", async () => {
        await finish("c1", sampleMessage("m1"));
        expect(await store.accept("c2", sampleMessage("m1"))).toEqual({ kind: "accepted" });
      });

      it("that are open come back whole and in the order they were accepted", async () => {
        const odd = {
          ...sampleMessage("m0", 'a "quoted" \u0000 \ud800 text 🙂', 3000),
          commands: [{ type: "affirm" }],
        } as const;
        const messages = [odd, sampleMessage("m2", "second", 2000), sampleMessage("m1", "third", 1000)];
        for (const message of messages) {
          await store.accept("c1", message);
        }
        await store.accept("c0", sampleMessage("m1", "text of m1", 500));
        expect(await store.openMessages("c1")).toEqual(messages);
        expect(await store.openConversations()).toEqual(["c0", "c1"]);
        await save(finishTurn(sampleState("c1", odd)), 1);
        expect((await store.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m2", "m1"]);
        expect(await (await place.open()).openMessages("c0")).toEqual([sampleMessage("m1", "text of m1", 500)]);
      });

      it("can be forgotten while they are open, not once they are finished", async () => {
        await store.accept("c1", sampleMessage("m1"));
        await store.discard("c1", "m1");
        expect(await store.openConversations()).toEqual([]);
        expect(await store.accept("c1", sampleMessage("m1", "another text"))).toEqual({ kind: "accepted" });
        await finish("c1", sampleMessage("m2"));
        await store.discard("c1", "m2");
        expect((await store.accept("c1", sampleMessage("m2"))).kind).toBe("finished");
      });

      it("for an existing conversation are accepted only if a state of it is saved", async () => {
        const unknown = { kind: "unknown" };
        expect(await store.accept("c1", sampleMessage("m1"), { existing: true })).toEqual(unknown);
        expect(await store.accept("c1", sampleMessage("m1"), { existing: true, lease: "take" })).toEqual(unknown);
        expect(await store.conversationIds("")).toEqual([]);
        expect(await (await place.open()).lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
        await store.accept("c2", sampleMessage("m1"));
        expect(await store.accept("c2", sampleMessage("m2"), { existing: true })).toEqual(unknown);
        expect(await store.accept("c2", sampleMessage("m1"), { existing: true })).toEqual({ kind: "open" });
        await finish("c2", sampleMessage("m1"));
        expect(await store.accept("c2", sampleMessage("m1"), { existing: true })).toMatchObject({ kind: "finished" });
        const taken = await store.accept("c2", sampleMessage("m2"), { existing: true, lease: "take" });
        expect(taken).toMatchObject({ kind: "accepted", lead: { stored: { step: 2 } } });
        await store.deleteConversation("c2");
        expect(await store.accept("c2", sampleMessage("m3"), { existing: true })).toEqual(unknown);
      });

      it("of a turn that nobody accepted are known all the same", async () => {
        await save(finishTurn(sampleState("c1", sampleMessage("m1"))), 1);
        expect((await store.accept("c1", sampleMessage("m1"))).kind).toBe("finished");
      });
    });

    describe("a finished turn", () => {
      it("shows in transcript, audit log and list of conversations", async () => {
        await finish("c1", sampleMessage("m1", "hi", 1000), 1);
        await finish("c1", sampleMessage("m2", "bye", 5000), 2);
        await finish("c0", sampleMessage("m1", "hi", 3000), 1);
        const { messages, commands, events, usage, timing } = sampleReply("m1", 1);
        const again = await place.open();
        expect((await again.transcript("c1"))[0]).toEqual({ turn: 1, messageId: "m1", at: 1000, user: "hi", messages });
        expect((await again.audit("c1"))[0]).toEqual({
          turn: 1,
          messageId: "m1",
          at: 1000,
          commands: commands.map((command) => ({ ...command, at: 1000 })),
          events,
          usage,
          timing,
        });
        expect((await again.transcript("c1")).map(({ turn }) => turn)).toEqual([1, 2]);
        expect((await again.audit("c1")).map(({ turn }) => turn)).toEqual([1, 2]);
        expect(await again.conversations()).toEqual([
          { conversationId: "c1", createdAt: 1000, updatedAt: 5000, turns: 2 },
          { conversationId: "c0", createdAt: 3000, updatedAt: 3000, turns: 1 },
        ]);
      });

      it("is found page by page among those whose id begins alike", async () => {
        for (const [id, at] of [
          ["a:1", 1000],
          ["a:2", 3000],
          ["a:3", 3000],
          ["a:4", 2000],
          ["ab:5", 2500],
          ["b:6", 9000],
        ] as const) {
          await finish(id, sampleMessage("m1", "hi", at));
        }
        const ids = async (query: ConversationQuery) =>
          (await store.conversations(query)).map(({ conversationId }) => conversationId);
        expect(await ids({ prefix: "a:" })).toEqual(["a:2", "a:3", "a:4", "a:1"]);
        expect(await ids({ prefix: "a:", limit: 2 })).toEqual(["a:2", "a:3"]);
        const after = { updatedAt: 3000, conversationId: "a:2" };
        expect(await ids({ prefix: "a:", limit: 2, after })).toEqual(["a:3", "a:4"]);
        expect(await ids({ prefix: "a:", after: { updatedAt: 1000, conversationId: "a:1" } })).toEqual([]);
        expect(await ids({ limit: 1 })).toEqual(["b:6"]);
        expect(await ids({ prefix: "%" })).toEqual([]);
      });

      it("is counted with the others of its conversation", async () => {
        await finish("c1", sampleMessage("m1", "hi"));
        await finish("c1", sampleMessage("m2", "hi"), 2);
        await finish("c2", sampleMessage("m1", "hi"));
        expect(await store.turnCounts(["c1", "c2", "unknown"])).toEqual(
          new Map([
            ["c1", 2],
            ["c2", 1],
          ]),
        );
        expect(await store.turnCounts([])).toEqual(new Map());
      });

      it("of a conversation nobody knows is nothing", async () => {
        expect(await store.transcript("c1")).toEqual([]);
        expect(await store.audit("c1")).toEqual([]);
        expect(await store.openMessages("c1")).toEqual([]);
        expect(await load("c1")).toBeNull();
        expect(await store.conversations()).toEqual([]);
      });
    });

    describe("a state", () => {
      const started = sampleState("c1", sampleMessage("m1"));
      const waitingForAction: DialogueState = {
        ...started,
        turn: {
          ...(started.turn as NonNullable<DialogueState["turn"]>),
          action: samplePendingAction("k", { lc: 1, type: "constructor", id: ["evil"] }),
        },
      };

      it("of an action is saved and leaves the message open", async () => {
        await store.accept("c1", sampleMessage("m1"));
        await save(waitingForAction, 1);
        expect(await (await place.open()).read("c1")).toEqual({ state: waitingForAction, step: 1 });
        expect(await store.openMessages("c1")).toHaveLength(1);
        expect(await store.transcript("c1")).toEqual([]);
        expect(await store.conversations()).toEqual([
          { conversationId: "c1", createdAt: 1000, updatedAt: 1000, turns: 0 },
        ]);
      });

      it("of a finished turn says what was said; what was done is with the turn, once", async () => {
        const finished = finishTurn(started);
        await save(finished, 1);
        const again = await place.open();
        const loaded = await load("c1", again);
        const { messageId, turn, messages, commands, events } = sampleReply("m1", 1);
        const said = { messageId, turn, messages, commands: [], events: [], timing: {} };
        expect(loaded).toEqual({ ...finished, last: { message: sampleMessage("m1"), reply: said } });
        expect(await again.audit("c1")).toMatchObject([{ commands, events }]);
      });

      it("is not shared with the one who saved it", async () => {
        const session: { user: string } = { user: "ada" };
        await save({ ...waitingForAction, session }, 1);
        session.user = "eve";
        expect((await load("c1"))?.session).toEqual({ user: "ada" });
      });

      it("of a worker that was overtaken is refused, with all that came with it", async () => {
        await finish("c1", sampleMessage("m1"));
        await store.accept("c1", sampleMessage("m2"));
        const late = finishTurn({ ...sampleState("c1", sampleMessage("m2")), turnCount: 1 });
        await expect(save(late, 2)).rejects.toEqual(code("store.conflict"));
        expect(await stepOf("c1")).toBe(2);
        expect(await store.transcript("c1")).toHaveLength(1);
        expect((await store.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m2"]);
        await save(late, 3);
        expect(await store.transcript("c1")).toHaveLength(2);
      });

      for (const [what, value] of [
        ["a BigInt", 1n],
        ["a Date", new Date(0)],
        ["a function", () => 1],
        ["NaN", Number.NaN],
        ["undefined", [undefined]],
      ] as const) {
        it(`with ${what} is refused, the former one stays`, async () => {
          await finish("c1", sampleMessage("m1"));
          const bad = finishTurn({ ...started, turnCount: 1, session: { value: value as never } });
          await expect(save(bad, 9)).rejects.toThrow(new RegExp(`session\\.value.* is ${what}`));
          expect(await stepOf("c1")).toBe(2);
        });
      }

      it("comes with the lead of its conversation", async () => {
        expect(await store.lead("c1", { wait: false })).toMatchObject({ kind: "lead", stored: null });
        await finish("c2", sampleMessage("m1"));
        const lead = await (await place.open()).lead("c2", { wait: false });
        expect(lead).toMatchObject({ kind: "lead", stored: await store.read("c2") });
      });

      it("is kept with its turn if that is wanted, and for as long as the turn", async () => {
        const states = [1, 2, 3].map((turn) =>
          finishTurn({ ...sampleState("c1", sampleMessage(`m${turn}`, "hi", turn * 1000)), turnCount: turn - 1 }),
        );
        for (const [index, state] of states.entries()) {
          await store.save({ state, step: index + 1 }, { keepState: index !== 1 });
        }
        const again = await place.open();
        const turnCounts = async () => {
          const found = await Promise.all([1, 2, 3, 4].map((turn) => again.stateAt("c1", turn)));
          return found.map((state) => state?.turnCount ?? null);
        };
        expect(await turnCounts()).toEqual([1, null, 3, null]);
        expect(await again.stateAt("c1", 3)).toEqual(await load("c1"));
        expect(await again.stateAt("c2", 1)).toBeNull();
        await again.deleteTurns("c1", { before: 2500, below: 3 });
        expect(await turnCounts()).toEqual([null, null, 3, null]);
        await again.deleteConversation("c1");
        expect(await turnCounts()).toEqual([null, null, null, null]);
      });
    });

    describe("the action ledger", () => {
      const result = { ok: true, output: { reference: "BK-1" }, attempts: 2, milliseconds: 7 } as const;

      it("says what is known of a key: nothing, begun, or its result", async () => {
        expect(await store.known("c1", "k1")).toBeNull();
        expect(await store.begin("c1", "k1")).toBeNull();
        expect(await store.begin("c1", "k1")).toEqual({ status: "begun" });
        expect(await store.known("c1", "k1")).toEqual({ status: "begun" });
        expect(await store.known("c1", "k2")).toBeNull();
        expect(await store.begin("c1", "k2")).toBeNull();
        expect(await store.begin("c2", "k1")).toBeNull();
        await store.finish("c1", "k1", result);
        expect(await (await place.open()).begin("c1", "k1")).toEqual({ status: "finished", result });
        expect(await store.known("c1", "k1")).toEqual({ status: "finished", result });
        expect(await store.begin("c2", "k1")).toEqual({ status: "begun" });
      });

      it("still knows an action after its turn, for a worker that comes late", async () => {
        await store.accept("c1", sampleMessage("m1"));
        await store.begin("c1", "k1");
        await store.finish("c1", "k1", result);
        await finish("c1", sampleMessage("m1"));
        await store.accept("c1", sampleMessage("m2", "text", 2000));
        expect(await store.begin("c1", "k1")).toEqual({ status: "finished", result });
      });

      it("does not grow for ever", async () => {
        const short = await place.open({ ledgerRetentionMs: 1000 });
        await short.accept("c1", sampleMessage("m1", "text", 1000));
        await short.begin("c1", "k1");
        await short.discard("c1", "m1");
        for (let index = 0; index < 100; index += 1) {
          await short.accept("c2", sampleMessage(`m${index}`, "text", 9000));
        }
        expect(await short.begin("c1", "k1")).toBeNull();
      });

      it("keeps what an unfinished turn has begun, however late it seems to be", async () => {
        const short = await place.open({ ledgerRetentionMs: 1000 });
        await short.accept("c1", sampleMessage("m1", "text", 1000));
        await short.begin("c1", "k1");
        const yearsLater = 1e12;
        for (let index = 0; index < 100; index += 1) {
          await short.accept("c2", sampleMessage(`m${index}`, "text", yearsLater));
        }
        expect(await short.begin("c1", "k1")).toEqual({ status: "begun" });
      });
    });

    describe("deleting a conversation", () => {
      it("leaves nothing of it and all of the others", async () => {
        for (const id of ["c1", "c2"]) {
          await finish(id, sampleMessage("m1"));
          await store.accept(id, sampleMessage("m2"));
          await store.begin(id, "k1");
        }
        await store.deleteConversation("c1");
        const again = await place.open();
        expect(await again.transcript("c1")).toEqual([]);
        expect(await again.audit("c1")).toEqual([]);
        expect(await again.openMessages("c1")).toEqual([]);
        expect(await load("c1", again)).toBeNull();
        expect(await again.begin("c1", "k1")).toBeNull();
        expect(await again.accept("c1", sampleMessage("m1"))).toEqual({ kind: "accepted" });
        expect((await again.conversations()).map(({ conversationId }) => conversationId)).toEqual(["c2"]);
        expect(await again.transcript("c2")).toHaveLength(1);
        expect(await again.begin("c2", "k1")).toEqual({ status: "begun" });
      });
    });

    it("closes twice without complaint", async () => {
      const closing = await place.open();
      await closing.close();
      expect(await closing.close()).toBeUndefined();
    });

    describeLeases(framework, openPlace);
    describeQuarantine(framework, openPlace);
    describeSentences(framework, openPlace);
  });
};
