import type { DialogueState, IncomingMessage } from "../../engine/state/state.ts";
import type { Lead, Store } from "../../stores/store.ts";
import { finishTurn, sampleMessage, sampleState } from "./sample-dialogue.ts";
import type { OpenPlace, StorePlace } from "./store-place.ts";
import type { TestFramework } from "./test-framework.ts";

/** The promises of any store about attempts that are counted and messages that are set aside. */
export const describeQuarantine = (framework: TestFramework, openPlace: OpenPlace): void => {
  const { describe, it, expect, beforeEach, afterEach } = framework;
  let place: StorePlace;
  let here: Store;
  let there: Store;
  /** One whose leases run out at once, as if it were frozen for long. */
  let frozen: Store;
  beforeEach(async () => {
    place = await openPlace();
    here = await place.open();
    there = await place.open();
    frozen = await place.open({ leaseMs: 0 });
  });
  afterEach(() => place.dispose());

  const lost = expect.objectContaining({ name: "SoniError", code: "store.lease_lost" });
  const attempts = async (conversationId = "c1", store = there) =>
    Object.fromEntries(await store.attempts(conversationId));
  const finish = (store: Store, message: IncomingMessage, step = 1, conversationId = "c1") =>
    store.save({ state: finishTurn({ ...sampleState(conversationId, message), turnCount: step - 1 }), step });
  /** The turn that apologises for a message. */
  const setAside = (
    store: Store,
    message: IncomingMessage,
    { step = 1, at = 5000, conversationId = "c1", during = null as string | null } = {},
  ) => {
    const finished = finishTurn({ ...sampleState(conversationId, message), turnCount: step - 1 });
    const last = finished.last as NonNullable<DialogueState["last"]>;
    const events = [{ type: "quarantined", at, attempts: 3, during } as const];
    return store.save({ state: { ...finished, last: { ...last, reply: { ...last.reply, events } } }, step });
  };
  const [first, second, third] = ["m1", "m2", "m3"].map((id) => sampleMessage(id)) as [
    IncomingMessage,
    IncomingMessage,
    IncomingMessage,
  ];

  describe("attempts at a message", () => {
    it("begin with its acceptance if its turn does, and with nothing else", async () => {
      await here.accept("c1", first, { lease: "take" });
      await there.accept("c1", second, { lease: "take" });
      await here.accept("c1", third);
      await here.accept("c2", first, { lease: "held" });
      expect(await attempts()).toEqual({ m1: 1 });
      expect(await attempts("c2")).toEqual({ m1: 1 });
      await there.accept("c1", first, { lease: "take" });
      await there.accept("c2", first, { lease: "held" });
      expect(await attempts()).toEqual({ m1: 1 });
      expect(await attempts("c2")).toEqual({ m1: 1 });
    });

    it("are counted for every process, one message apart from another", async () => {
      for (const message of [first, second]) await here.accept("c1", message);
      await here.accept("c2", first);
      expect(await here.beginAttempt("c1", "m1", 0)).toBe(1);
      expect(await there.beginAttempt("c1", "m1", 0)).toBe(2);
      expect(await (await place.open()).beginAttempt("c1", "m1", 0)).toBe(3);
      expect(await attempts()).toEqual({ m1: 3 });
      expect(await attempts("c2")).toEqual({});
      expect(await here.beginAttempt("c1", "nobody", 0)).toBeNull();
      expect(await here.beginAttempt("c3", "m1", 0)).toBeNull();
    });

    it("can be forgiven, also with the next one, and never make a debt", async () => {
      await here.accept("c1", first, { lease: "held" });
      expect(await here.beginAttempt("c1", "m1", 1)).toBe(1);
      expect(await here.beginAttempt("c1", "m1", 0)).toBe(2);
      await here.forgiveAttempts("c1", "m1", 1);
      expect(await attempts()).toEqual({ m1: 1 });
      await here.forgiveAttempts("c1", "m1", 9);
      expect(await attempts()).toEqual({});
      expect(await here.beginAttempt("c1", "m1", 9)).toBe(1);
      await here.forgiveAttempts("c1", "nobody", 1);
      expect(await attempts()).toEqual({ m1: 1 });
    });

    it("are refused to a worker that was overtaken, and not counted", async () => {
      await frozen.accept("c1", first, { lease: "take" });
      expect(await frozen.beginAttempt("c1", "m1", 0)).toBe(2);
      await here.lead("c1", { messageId: "m1", wait: true });
      await expect(frozen.beginAttempt("c1", "m1", 0)).rejects.toEqual(lost);
      expect(await attempts()).toEqual({ m1: 2 });
      expect(await here.beginAttempt("c1", "m1", 0)).toBe(3);
    });

    it("are forgotten with the message: when it is finished, discarded or erased", async () => {
      await here.accept("c1", first, { lease: "take" });
      await finish(here, first);
      await here.accept("c1", second);
      await here.beginAttempt("c1", "m2", 0);
      await here.discard("c1", "m2");
      expect(await attempts()).toEqual({});
      await here.accept("c1", second);
      expect(await here.beginAttempt("c1", "m2", 0)).toBe(1);
      await here.deleteConversation("c1");
      expect(await attempts()).toEqual({});
      await here.accept("c1", second);
      expect(await attempts()).toEqual({});
    });
  });

  describe("a message that is set aside", () => {
    it("goes into quarantine with its turn: no longer open, answered with the apology", async () => {
      const message = { ...sampleMessage("m1", 'a "quoted" \u0000 text 🙂'), commands: [{ type: "affirm" }] } as const;
      await here.accept("c1", message, { lease: "take" });
      await there.accept("c1", second);
      await setAside(here, message, { during: "charge" });
      const again = await place.open();
      const entry = { conversationId: "c1", messageId: "m1", at: 5000, attempts: 3, during: "charge" };
      expect(await again.quarantine.list()).toEqual([entry]);
      expect(await again.quarantine.find("c1", "m1")).toEqual({ ...entry, message });
      expect(await again.quarantine.find("c1", "m2")).toBeNull();
      expect((await again.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m2"]);
      expect(await attempts()).toEqual({});
      expect(await again.accept("c1", message)).toMatchObject({ kind: "finished", reply: { messageId: "m1" } });
      expect(await again.transcript("c1")).toHaveLength(1);
      expect((await again.audit("c1"))[0]?.events).toMatchObject([{ type: "quarantined", attempts: 3 }]);
    });

    it("is not, if its turn cannot be saved", async () => {
      await frozen.accept("c1", first, { lease: "take" });
      const taken = (await here.lead("c1", { messageId: "m1", wait: true })) as Lead;
      await expect(setAside(frozen, first)).rejects.toEqual(lost);
      expect(await there.quarantine.list()).toEqual([]);
      await finish(here, sampleMessage("m0"), 1);
      await expect(setAside(here, first, { step: 1 })).rejects.toMatchObject({ code: "store.conflict" });
      await taken.release();
      expect(await there.quarantine.list()).toEqual([]);
      expect((await there.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m1"]);
    });

    it("is found page by page, the latest first", async () => {
      const times = { a: 3000, b: 9000, c: 3000, d: 1000 } as const;
      for (const [conversationId, at] of Object.entries(times)) {
        for (const [index, message] of [first, second].entries()) {
          await setAside(here, message, { conversationId, at, step: index + 1 });
        }
      }
      const seen: string[] = [];
      let page = await there.quarantine.list({ limit: 3 });
      for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
        seen.push(...page.map(({ conversationId, messageId }) => `${conversationId}/${messageId}`));
        page = await there.quarantine.list({ limit: 3, after: last });
      }
      expect(seen).toEqual(["b/m1", "b/m2", "a/m1", "a/m2", "c/m1", "c/m2", "d/m1", "d/m2"]);
      expect(await there.quarantine.list()).toHaveLength(8);
      expect(await there.quarantine.list({ limit: 1 })).toHaveLength(1);
    });

    it("is accepted anew once, whoever asks, behind what waits already", async () => {
      await setAside(here, first);
      await there.accept("c1", second);
      const answers = await Promise.all(
        [here, there, await place.open()].map((s) => s.quarantine.reopen("c1", "m1", 7000)),
      );
      const anew = { ...first, messageId: "m1:retry-1", at: 7000 };
      expect(answers.filter((answer) => answer !== null)).toEqual([anew]);
      expect(await there.quarantine.list()).toEqual([]);
      expect(await there.openMessages("c1")).toEqual([second, anew]);
      expect(await there.openConversations()).toEqual(["c1"]);
      expect(await attempts()).toEqual({});
      expect(await there.accept("c1", anew, { lease: "take" })).toMatchObject({
        kind: "open",
        lead: { open: [second] },
      });
      expect(await here.accept("c1", first)).toMatchObject({ kind: "finished" });
      expect(await here.quarantine.reopen("c1", "m1", 8000)).toBeNull();
    });

    it("gets an id that nobody has, and the next one when it comes back", async () => {
      await finish(here, sampleMessage("m1:retry-1"), 1);
      await here.accept("c1", sampleMessage("m1:retry-2"));
      await setAside(here, first, { step: 2 });
      expect(await here.quarantine.reopen("c1", "m1", 7000)).toMatchObject({ messageId: "m1:retry-3" });
      await setAside(here, sampleMessage("m1:retry-3"), { step: 3 });
      expect(await here.quarantine.reopen("c1", "m1:retry-3", 7000)).toMatchObject({ messageId: "m1:retry-4" });
      const long = sampleMessage("x".repeat(200));
      await setAside(here, long, { step: 4 });
      const anew = await here.quarantine.reopen("c1", long.messageId, 7000);
      expect(anew?.messageId).toMatch(/^x+:retry-1$/);
      expect(anew?.messageId).toHaveLength(200);
    });

    it("stays where it is, if its actions are older than the ledger remembers", async () => {
      const requested = [{ action: "pay", input: "a digest", key: "k1", at: 1000, idempotent: false }];
      await setAside(here, { ...first, requested });
      const day = 24 * 60 * 60 * 1000;
      await expect(here.quarantine.reopen("c1", "m1", 1001 + day)).rejects.toMatchObject({
        code: "quarantine.too_old",
      });
      expect(await here.quarantine.list()).toHaveLength(1);
      expect(await here.quarantine.reopen("c1", "m1", 1000 + day)).toMatchObject({ requested });
    });

    it("is dropped once", async () => {
      await setAside(here, first);
      expect(await there.quarantine.drop("c1", "m2")).toBe(false);
      expect(await there.quarantine.drop("c1", "m1")).toBe(true);
      expect(await here.quarantine.drop("c1", "m1")).toBe(false);
      expect(await here.quarantine.list()).toEqual([]);
      expect(await here.quarantine.reopen("c1", "m1", 7000)).toBeNull();
      expect(await here.transcript("c1")).toHaveLength(1);
    });

    it("is erased with its conversation, and nothing of another", async () => {
      for (const conversationId of ["c1", "c2"]) await setAside(here, first, { conversationId });
      await here.deleteConversation("c1");
      const again = await place.open();
      expect((await again.quarantine.list()).map(({ conversationId }) => conversationId)).toEqual(["c2"]);
      expect(await again.quarantine.find("c1", "m1")).toBeNull();
      expect(await again.conversationIds("")).toEqual(["c2"]);
    });

    it("ages like everything that was said", async () => {
      await setAside(here, first, { at: 5000 });
      await setAside(here, second, { at: 9000, step: 2 });
      await here.deleteTurns("c1", { before: 10_000, below: 100 });
      expect(await here.agedConversations(5000)).toEqual([]);
      expect(await here.agedConversations(6000)).toEqual(["c1"]);
      expect(await here.quarantine.dropBefore("c1", 6000)).toBe(1);
      expect((await there.quarantine.list()).map(({ messageId }) => messageId)).toEqual(["m2"]);
      expect(await here.agedConversations(6000)).toEqual([]);
      expect(await here.quarantine.dropBefore("c2", 6000)).toBe(0);
    });
  });
};
