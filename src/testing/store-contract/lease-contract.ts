import type { IncomingMessage } from "../../engine/state/state.ts";
import type { Lead, LeadResult, Store } from "../../stores/store.ts";
import { finishTurn, sampleMessage, sampleReply, sampleState } from "./sample-dialogue.ts";
import type { OpenPlace, StorePlace } from "./store-place.ts";
import type { TestFramework } from "./test-framework.ts";

/** Longer than any test: no machine is so slow that a lease runs out by itself. */
const unbroken = 3_600_000;

/** What any store promises to several processes that want the same conversation. */
export const describeLeases = (framework: TestFramework, openPlace: OpenPlace): void => {
  const { describe, it, expect, beforeEach, afterEach } = framework;
  describe("the lead of a conversation", () => {
    let place: StorePlace;
    /** Two processes; the third is one whose leases run out at once, as if it were frozen for long. */
    let here: Store;
    let there: Store;
    let frozen: Store;
    beforeEach(async () => {
      place = await openPlace();
      here = await place.open({ leaseMs: unbroken });
      there = await place.open({ leaseMs: unbroken });
      frozen = await place.open({ leaseMs: 0 });
    });
    afterEach(() => place.dispose());

    const [first, second, third] = ["m1", "m2", "m3"].map((id) => sampleMessage(id)) as [
      IncomingMessage,
      IncomingMessage,
      IncomingMessage,
    ];
    const save = (store: Store, message: IncomingMessage, turn = 1) =>
      store.save({ state: finishTurn({ ...sampleState("c1", message), turnCount: turn - 1 }), step: turn });
    const stored = async (store: Store) => (await store.read("c1"))?.step;
    const takeFor = async (store: Store, message: IncomingMessage): Promise<Lead> => {
      const { lead } = (await store.accept("c1", message, { lease: "take" })) as { lead?: Lead };
      if (lead === undefined) throw new Error("It is not free.");
      return lead;
    };
    const ids = (lead: LeadResult) => (lead.kind === "lead" ? lead.open.map(({ messageId }) => messageId) : lead.kind);
    const lost = expect.objectContaining({ name: "SoniError", code: "store.lease_lost" });

    it("comes with the message that finds it free, and to nobody else", async () => {
      const lead = await takeFor(here, first);
      expect(lead.open).toEqual([]);
      expect(await there.accept("c1", second, { lease: "take" })).toEqual({ kind: "accepted" });
      expect(await here.accept("c1", third, { lease: "take" })).toEqual({ kind: "accepted" });
      expect(await there.lead("c1", { wait: false })).toEqual({ kind: "busy" });
      expect(await here.lead("c1", { wait: false })).toEqual({ kind: "busy" });
      expect(await there.accept("c2", first, { lease: "take" })).toMatchObject({ lead: { open: [] } });
    });

    it("is free again when it is given back, with what was accepted before in order", async () => {
      const lead = await takeFor(here, first);
      await there.accept("c1", second);
      await here.accept("c1", third);
      await lead.release();
      const next = await there.lead("c1", { messageId: "m3", wait: false });
      expect(ids(next)).toEqual(["m1", "m2"]);
      await (next as Lead).release();
      expect(ids(await here.lead("c1", { wait: false }))).toEqual(["m1", "m2", "m3"]);
    });

    it("ends with the turn of the message that it was taken for", async () => {
      await takeFor(here, first);
      await there.accept("c1", second);
      await save(here, first);
      const next = await there.lead("c1", { messageId: "m2", wait: false });
      expect(ids(next)).toEqual([]);
      expect(await stored(there)).toBe(1);
    });

    it("stays for the messages before", async () => {
      await there.accept("c1", first);
      const lead = await takeFor(here, second);
      expect(ids(lead)).toEqual(["m1"]);
      await save(here, first, 1);
      expect(await there.lead("c1", { messageId: "m2", wait: false })).toEqual({ kind: "busy" });
      expect(await there.lead("c1", { messageId: "m1", wait: false })).toEqual({
        kind: "finished",
        reply: sampleReply("m1", 1),
      });
      expect(await stored(here)).toBe(1);
      await save(here, second, 2);
      expect(ids(await there.lead("c1", { wait: false }))).toEqual([]);
    });

    it("is waited for, and who waits for a message gets its reply", async () => {
      await takeFor(here, first);
      await there.accept("c1", second);
      const waiting = there.lead("c1", { messageId: "m2", wait: true });
      await save(here, first);
      const lead = await waiting;
      expect(ids(lead)).toEqual([]);
      const other = here.lead("c1", { messageId: "m2", wait: true });
      await save(there, second, 2);
      expect(await other).toEqual({ kind: "finished", reply: sampleReply("m2", 2) });
    });

    it("goes over to another when its worker is silent, whose commits are refused from then on", async () => {
      await takeFor(frozen, first);
      const taken = await here.lead("c1", { messageId: "m1", wait: true });
      expect(ids(taken)).toEqual([]);
      await expect(save(frozen, first)).rejects.toEqual(lost);
      expect(await stored(here)).toBeUndefined();
      expect((await here.openMessages("c1")).map(({ messageId }) => messageId)).toEqual(["m1"]);
      await save(here, first);
      await expect(save(frozen, first, 2)).rejects.toEqual(lost);
      expect(await here.transcript("c1")).toHaveLength(1);
      expect(await stored(there)).toBe(1);
    });

    it("that was lost is not given back for the one who has it now", async () => {
      const old = await takeFor(frozen, first);
      await here.lead("c1", { messageId: "m1", wait: true });
      await old.release();
      expect(await there.lead("c1", { wait: false })).toEqual({ kind: "busy" });
    });

    it("that ran out still counts while nobody took over", async () => {
      await takeFor(frozen, first);
      await save(frozen, first);
      expect(await here.transcript("c1")).toHaveLength(1);
    });

    it("that ran out is had again once it is renewed, unless somebody took over", async () => {
      const { leases } = await place.rows();
      const takeBriefly = async (conversationId: string) => {
        const answer = await leases.take({ conversationId, messageId: null, milliseconds: 0 });
        if (answer.kind !== "taken") throw new Error("It is not free.");
        return { conversationId, token: answer.lease.token };
      };
      const [kept, lost] = [await takeBriefly("c1"), await takeBriefly("c2")];
      const taken = await there.lead("c2", { wait: false });
      await leases.renew([kept, lost], unbroken);
      expect(await there.lead("c1", { wait: false })).toEqual({ kind: "busy" });
      await leases.release(kept);
      expect(ids(await there.lead("c1", { wait: false }))).toEqual([]);
      await (taken as Lead).release();
      expect(ids(await here.lead("c2", { wait: false }))).toEqual([]);
    });

    it("is not given for a message that is finished or has another body", async () => {
      await takeFor(here, first);
      await save(here, first);
      expect(await there.accept("c1", first, { lease: "take" })).toEqual({
        kind: "finished",
        reply: sampleReply("m1", 1),
      });
      await there.accept("c1", second);
      expect(await there.accept("c1", sampleMessage("m2", "other"), { lease: "take" })).toEqual({ kind: "conflict" });
      expect(ids(await here.lead("c1", { wait: false }))).toEqual(["m2"]);
    });

    it("is had by one of many who want it at once", async () => {
      const stores = await Promise.all(Array.from({ length: 5 }, () => place.open({ leaseMs: unbroken })));
      const leads = await Promise.all(stores.map((store) => store.lead("c1", { wait: false })));
      expect(leads.map(({ kind }) => kind).toSorted()).toEqual(["busy", "busy", "busy", "busy", "lead"]);
    });

    it("passes through many hands, one at a time and each message in its order", async () => {
      const stores = await Promise.all(Array.from({ length: 4 }, () => place.open({ leaseMs: unbroken })));
      const messages = Array.from({ length: 12 }, (_, index) => sampleMessage(`m${index}`));
      const saved: string[] = [];
      const work = async (store: Store, message: IncomingMessage): Promise<void> => {
        const lead = await store.lead("c1", { messageId: message.messageId, wait: true });
        if (lead.kind !== "lead") return;
        for (const next of [...lead.open, message]) {
          await save(store, next, saved.push(next.messageId));
        }
      };
      for (const [index, message] of messages.entries()) await stores[index % 4]?.accept("c1", message);
      const perStore = stores.map((store, index) => async () => {
        for (const message of messages.filter((_, at) => at % 4 === index)) await work(store, message);
      });
      await Promise.all(perStore.map((run) => run()));
      expect(saved).toEqual(messages.map(({ messageId }) => messageId));
      expect((await here.transcript("c1")).map(({ messageId }) => messageId)).toEqual(saved);
    });

    it("goes with the conversation when it is deleted", async () => {
      await takeFor(here, first);
      await there.deleteConversation("c1");
      expect(ids(await there.lead("c1", { wait: false }))).toEqual([]);
      await expect(save(here, first)).rejects.toEqual(lost);
    });
  });
};
