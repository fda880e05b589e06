import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store, StoreOptions } from "../../src/checkpoint/store.ts";
import type { StoreRows } from "../../src/checkpoint/store-rows.ts";
import type { DialogueState, IncomingMessage } from "../../src/domain/state.ts";
import type { ConversationQuery } from "../../src/domain/store.ts";
import { describeErasure } from "./erasure-contract.ts";
import { describeLeases } from "./lease-contract.ts";
import { describePages } from "./page-contract.ts";
import { describePoison } from "./poison-contract.ts";
import { describeQuarantine } from "./quarantine-contract.ts";
import { describeRecovery } from "./recovery-contract.ts";
import { describeRetention } from "./retention-contract.ts";
import {
  finishTurn,
  sampleMessage,
  samplePendingAction,
  samplePointOf,
  sampleReply,
  sampleState,
} from "./sample-dialogue.ts";

/** A fresh place for data; `open` gives a store on it, as a new process would, and `rows` what such a store is built on. */
export type OpenStore = () => Promise<{
  readonly open: (options?: StoreOptions) => Promise<Store>;
  readonly rows: () => Promise<StoreRows>;
  readonly dispose: () => Promise<void>;
}>;

/** One suite for every store: what it keeps for a conversation, what it forgets, and what it refuses. */
export const describeStore = (name: string, openPlace: OpenStore): void => {
  describe(`${name} store`, () => {
    let place: Awaited<ReturnType<OpenStore>>;
    let store: Store;
    beforeEach(async () => {
      place = await openPlace();
      store = await place.open();
    });
    afterEach(() => place.dispose());

    /** Saves a checkpoint as LangGraph would, with all that belongs to it. */
    const put = (conversationId: string, dialogue: DialogueState, step: number, on = store) =>
      on.saver({ pointOf: samplePointOf }).put(
        { configurable: { thread_id: conversationId, checkpoint_ns: "" } },
        {
          v: 4,
          id: `checkpoint-${step}`,
          ts: "2026-11-16T10:00:00.000Z",
          channel_values: { dialogue, "branch:to:await_input": null },
          channel_versions: { dialogue: step },
          versions_seen: { turn: { dialogue: step - 1 } },
        },
        { source: "loop", step, parents: {} },
        {},
      );
    const load = (conversationId: string, on = store) =>
      on.saver({ pointOf: samplePointOf }).getTuple({ configurable: { thread_id: conversationId } });
    const finish = async (conversationId: string, message: IncomingMessage, turn = 1): Promise<void> => {
      await store.accept(conversationId, message);
      await put(conversationId, finishTurn({ ...sampleState(conversationId, message), turnCount: turn - 1 }), turn * 2);
    };
    const code = (expected: string) => expect.objectContaining({ name: "SoniError", code: expected });

    describe("messages", () => {
      it("are open until their turn is saved, then answered with its reply", async () => {
        const message = sampleMessage("m1");
        expect(await store.accept("c1", message)).toEqual({ kind: "accepted" });
        expect(await store.accept("c1", message)).toEqual({ kind: "open" });
        await put("c1", finishTurn(sampleState("c1", message)), 1);
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
        await put("c1", finishTurn(sampleState("c1", odd)), 1);
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

      it("of a turn that nobody accepted are known all the same", async () => {
        await put("c1", finishTurn(sampleState("c1", sampleMessage("m1"))), 1);
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
          commands,
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
        expect(await load("c1")).toBeUndefined();
        expect(await store.conversations()).toEqual([]);
      });
    });

    describe("a checkpoint", () => {
      const started = sampleState("c1", sampleMessage("m1"));
      const waitingForAction: DialogueState = {
        ...started,
        turn: {
          ...(started.turn as NonNullable<DialogueState["turn"]>),
          action: samplePendingAction("k", { lc: 1, type: "constructor", id: ["evil"] }),
        },
      };

      it("on the way into a turn is not saved", async () => {
        await put("c1", started, 1);
        expect(await load("c1")).toBeUndefined();
        await put("c1", waitingForAction, 2);
        await put("c1", started, 3);
        expect((await load("c1"))?.metadata?.step).toBe(2);
      });

      it("of an action is saved and leaves the message open", async () => {
        await store.accept("c1", sampleMessage("m1"));
        await put("c1", waitingForAction, 1);
        const tuple = await load("c1", await place.open());
        expect(tuple?.checkpoint.channel_values).toEqual({ dialogue: waitingForAction, "branch:to:await_input": null });
        expect(tuple?.checkpoint.versions_seen).toEqual({ turn: { dialogue: 0 } });
        expect(tuple?.config).toEqual({
          configurable: { thread_id: "c1", checkpoint_ns: "", checkpoint_id: "checkpoint-1" },
        });
        expect(await store.openMessages("c1")).toHaveLength(1);
        expect(await store.transcript("c1")).toEqual([]);
        expect(await store.conversations()).toEqual([
          { conversationId: "c1", createdAt: 1000, updatedAt: 1000, turns: 0 },
        ]);
      });

      it("of a finished turn says what was said; what was done is with the turn, once", async () => {
        const finished = finishTurn(started);
        await put("c1", finished, 1);
        const again = await place.open();
        const loaded = (await load("c1", again))?.checkpoint.channel_values["dialogue"] as DialogueState | undefined;
        const { messageId, turn, messages, commands, events } = sampleReply("m1", 1);
        const said = { messageId, turn, messages, commands: [], events: [], timing: {} };
        expect(loaded).toEqual({ ...finished, last: { message: sampleMessage("m1"), reply: said } });
        expect(await again.audit("c1")).toMatchObject([{ commands, events }]);
      });

      it("is not shared with the one who saved it", async () => {
        const session: { user: string } = { user: "ada" };
        await put("c1", { ...waitingForAction, session }, 1);
        session.user = "eve";
        const loadSession = async () =>
          ((await load("c1"))?.checkpoint.channel_values["dialogue"] as DialogueState | undefined)?.session;
        expect(await loadSession()).toEqual({ user: "ada" });
      });

      it("of a worker that was overtaken is refused, with all that came with it", async () => {
        await finish("c1", sampleMessage("m1"));
        await store.accept("c1", sampleMessage("m2"));
        const late = finishTurn({ ...sampleState("c1", sampleMessage("m2")), turnCount: 1 });
        await expect(put("c1", late, 2)).rejects.toEqual(code("store.conflict"));
        expect((await load("c1"))?.metadata?.step).toBe(2);
        expect(await store.transcript("c1")).toHaveLength(1);
        expect((await store.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m2"]);
        await put("c1", late, 3);
        expect(await store.transcript("c1")).toHaveLength(2);
      });

      it.each([
        ["a BigInt", 1n],
        ["a Date", new Date(0)],
        ["a function", () => 1],
        ["NaN", Number.NaN],
        ["undefined", [undefined]],
      ])("with %s is refused, the former one stays", async (what, value) => {
        await finish("c1", sampleMessage("m1"));
        const bad = finishTurn({ ...started, turnCount: 1, session: { value: value as never } });
        await expect(put("c1", bad, 9)).rejects.toThrow(new RegExp(`session\\.value.* is ${what}`));
        expect((await load("c1"))?.metadata?.step).toBe(2);
      });

      it("is listed with its thread, found by its id only", async () => {
        await finish("c1", sampleMessage("m1"));
        await finish("c2", sampleMessage("m1", "text", 2000));
        const saver = store.saver({ pointOf: samplePointOf });
        const list = async (configurable: Record<string, string>, options = {}) => {
          const ids: string[] = [];
          for await (const { config } of saver.list({ configurable }, options)) {
            ids.push(config.configurable?.["thread_id"]);
          }
          return ids;
        };
        expect(await list({})).toEqual(["c2", "c1"]);
        expect(await list({}, { limit: 1 })).toEqual(["c2"]);
        expect(await list({ thread_id: "c1" })).toEqual(["c1"]);
        expect(await list({ thread_id: "c1" }, { filter: { source: "input" } })).toEqual([]);
        expect(
          await list({ thread_id: "c1" }, { before: { configurable: { checkpoint_id: "checkpoint-2" } } }),
        ).toEqual([]);
        expect(await list({ thread_id: "c1", checkpoint_id: "checkpoint-2" })).toEqual(["c1"]);
        expect(await list({ thread_id: "c1", checkpoint_id: "checkpoint-1" })).toEqual([]);
        expect(await list({ thread_id: "c1", checkpoint_ns: "child" })).toEqual([]);
      });
    });

    describe("the action ledger", () => {
      const result = { ok: true, output: { reference: "BK-1" }, attempts: 2, milliseconds: 7 } as const;

      it("says what is known of a key: nothing, begun, or its result", async () => {
        expect(await store.begin("c1", "k1")).toBeNull();
        expect(await store.begin("c1", "k1")).toEqual({ status: "begun" });
        expect(await store.begin("c1", "k2")).toBeNull();
        expect(await store.begin("c2", "k1")).toBeNull();
        await store.finish("c1", "k1", result);
        expect(await (await place.open()).begin("c1", "k1")).toEqual({ status: "finished", result });
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
        expect(await load("c1", again)).toBeUndefined();
        expect(await again.begin("c1", "k1")).toBeNull();
        expect(await again.accept("c1", sampleMessage("m1"))).toEqual({ kind: "accepted" });
        expect((await again.conversations()).map(({ conversationId }) => conversationId)).toEqual(["c2"]);
        expect(await again.transcript("c2")).toHaveLength(1);
        expect(await again.begin("c2", "k1")).toEqual({ status: "begun" });
      });

      it("also works through the saver, with its whole history", async () => {
        const saver = store.saver({ history: "full", pointOf: samplePointOf });
        const config = { configurable: { thread_id: "c1" } };
        const dialogue = finishTurn(sampleState("c1", sampleMessage("m1")));
        const checkpoint = {
          v: 4,
          id: "1",
          ts: "",
          channel_values: { dialogue },
          channel_versions: { dialogue: 1 },
          versions_seen: {},
        };
        await saver.put(config, checkpoint, { source: "loop", step: 1, parents: {} }, { dialogue: 1 });
        expect(await store.transcript("c1")).toHaveLength(1);
        expect((await saver.getTuple(config))?.checkpoint).toEqual(checkpoint);
        await saver.deleteThread("c1");
        expect(await saver.getTuple(config)).toBeUndefined();
        expect(await store.transcript("c1")).toEqual([]);
      });
    });

    it("closes twice without complaint", async () => {
      const closing = await place.open();
      await closing.close();
      await expect(closing.close()).resolves.toBeUndefined();
    });

    describePages(openPlace);
    describeLeases(openPlace);
    describeErasure(openPlace);
    describeQuarantine(openPlace);
    describePoison(openPlace);
    describeRetention(openPlace);
    describeRecovery(openPlace, "latest");
    describeRecovery(openPlace, "full");
  });
};
