import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import type { Store } from "../../src/stores/store.ts";
import type { OpenPlace, StorePlace } from "../../src/testing/index.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";

const yaml = `
slots:
  word: { type: string, prompt: "What?", validator: checked }
  city: { type: string, prompt: "Where?" }
  code: { type: string, prompt: "Code?" }
actions:
  note: { inputs: [city], outputs: [], idempotent: true }
  charge: { inputs: [city], outputs: [receipt], effect: true }
flows:
  echo:
    description: say it again
    trigger: { intents: [say it] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: tell, type: say, message: "Heard {word}." }
  save:
    description: save a city
    trigger: { intents: [save it] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: note, type: action, call: note }
      - { step: tell, type: say, message: "Saved {city}." }
  tour:
    description: plan a tour
    trigger: { intents: [plan it] }
    steps:
      - { step: first, type: say, message: "One moment." }
      - { step: sub, type: call, flow: save }
      - { step: tell, type: say, message: "Planned." }
  pay:
    description: pay
    trigger: { intents: [pay it] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: charge, type: action, call: charge }
      - { step: more, type: collect, slot: code, validator: checked }
      - { step: tell, type: say, message: "Paid {city}." }
`;
const assistant = assistantOf(yaml);
const apology = "Sorry, I couldn't handle that message, so I've set it aside for review. Please go on.";
const failed = "Sorry, this didn't work: save a city.";

/** Typed as `flow slot=value`, or the answer to what was asked. */
function commandsOf(text: string, expected: string | null): readonly Command[] {
  const [flow = "", ...pairs] = text.split(" ");
  if (!assistant.flows.has(flow)) return [{ type: "set_slot", slot: expected ?? "word", value: text }];
  return [{ type: "start_flow", flow, slots: Object.fromEntries(pairs.map((pair) => pair.split("="))) }];
}

/** The promises of any store and both hosts about a message that ends its process on every attempt. */
export const describePoison = (openPlace: OpenPlace): void => {
  describe.each(["direct", "langgraph"] as const)("a message that kills its process, on the %s host", (host: Host) => {
    let place: StorePlace;
    let deaths: number;
    let charges: number;
    let keys: string[];
    /** The poison is in the project's code until that is mended. */
    let isMended: boolean;
    beforeEach(async () => {
      place = await openPlace();
      deaths = 0;
      charges = 0;
      keys = [];
      isMended = false;
    });
    afterEach(() => place.dispose());

    /** A process, whose leases run out when it dies. Where it meets poison it stops for ever. */
    const start = async () => {
      const died = Promise.withResolvers<void>();
      const poison = async (value: unknown): Promise<void> => {
        if (isMended || !String(value).includes("poison")) return;
        deaths += 1;
        died.resolve();
        await new Promise(() => undefined);
      };
      const store = await place.open({ leaseMs: 0 });
      const soni = createSoni({
        assistant: onHost(assistant, host),
        store,
        validators: {
          checked: async (value) => {
            await poison(value);
            return true;
          },
        },
        actions: {
          note: async ({ city }, { idempotencyKey }) => {
            keys.push(idempotencyKey);
            await poison(city);
            return {};
          },
          charge: async () => {
            charges += 1;
            return { receipt: "R-1" };
          },
        },
        understander: {
          async understand({ message, context: { awaiting } }) {
            if (message.includes("unreadable")) await poison("poison");
            return { commands: commandsOf(message, awaiting.kind === "slot" ? awaiting.slot : null), confidence: 1 };
          },
        },
        clock: { now: () => 5_000 },
      });
      return { soni, store, died: died.promise };
    };
    const say = (soni: Soni, text: string, messageId = text.replaceAll(/\W/g, "-")) =>
      soni.processMessage({ conversationId: "c1", messageId, text });
    const said = ({ messages }: { readonly messages: readonly { readonly text: string }[] }) =>
      messages.map(({ text }) => text);

    /** Three processes die of the message: one that it was sent to, one that recovers, one that it is sent to again. */
    const dieOf = async (text: string): Promise<void> => {
      for (const attempt of [1, 2, 3]) {
        const { soni, died } = await start();
        const work = attempt === 2 ? soni.recover() : say(soni, text, "m1");
        work.catch(() => undefined);
        await died;
      }
      expect(deaths).toBe(3);
    };
    const entries = (store: Store) => store.quarantine.list();

    it("is set aside after three attempts; the same id gets the apology, and the next message works", async () => {
      await dieOf("unreadable");
      const { soni, store } = await start();
      const turn = await say(soni, "unreadable", "m1");
      expect(said(turn)).toEqual([apology]);
      expect(turn.events).toEqual([{ type: "quarantined", at: 5_000, attempts: 3, during: null }]);
      expect(await say(soni, "unreadable", "m1")).toMatchObject({ duplicate: true, turn: 1, messages: turn.messages });
      expect(await say(soni, "echo word=hello")).toMatchObject({ turn: 2, messages: [{ text: "Heard hello." }] });
      expect(deaths).toBe(3);
      expect(await entries(store)).toMatchObject([{ messageId: "m1", attempts: 3, during: null }]);
      expect((await soni.transcript("c1")).map(({ user }) => user)).toEqual(["unreadable", "echo word=hello"]);
      expect(await store.openConversations()).toEqual([]);
    });

    it("is set aside by whoever recovers, and before the message that comes next", async () => {
      await dieOf("unreadable");
      const { soni } = await start();
      expect(await soni.recover()).toBe(1);
      expect((await soni.transcript("c1")).map(said)).toEqual([[apology]]);
      await dieAgain("m2", "unreadable too");
      const next = await start();
      expect(said(await say(next.soni, "echo word=hi"))).toEqual(["Heard hi."]);
      expect((await next.soni.transcript("c1")).map(said)).toEqual([[apology], [apology], ["Heard hi."]]);
    });
    const dieAgain = async (messageId: string, text: string): Promise<void> => {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const { soni, died } = await start();
        say(soni, text, messageId).catch(() => undefined);
        await died;
      }
    };

    it("leaves an open question open, if the answer to it was the poison", async () => {
      const first = await start();
      expect(said(await say(first.soni, "echo"))).toEqual(["What?"]);
      await dieOf("poison");
      const { soni } = await start();
      expect(said(await say(soni, "poison", "m1"))).toEqual([apology]);
      expect(await soni.getState("c1")).toMatchObject({
        conversationState: "waiting_for_slot",
        waitingForSlot: "word",
        currentStep: "ask",
      });
      expect(said(await say(soni, "Rome"))).toEqual(["Heard Rome."]);
    });

    it("ends the task whose action it was, so that the next message does not run into it", async () => {
      await dieOf("save city=poison");
      const { soni, store } = await start();
      const turn = await say(soni, "save city=poison", "m1");
      expect(said(turn)).toEqual([failed, apology]);
      expect(turn.events).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ type: "quarantined", attempts: 3, during: "note" }),
          expect.objectContaining({ type: "flow_ended", flow: "save", flowState: "error" }),
        ]),
      );
      expect(await soni.getState("c1")).toMatchObject({ flowStack: [], conversationState: "idle", pending: null });
      expect(said(await say(soni, "save city=Rome"))).toEqual(["Saved Rome."]);
      expect(deaths).toBe(3);
      expect(await entries(store)).toMatchObject([{ messageId: "m1", during: "note" }]);
    });

    it("ends the flow that called as well, keeps what was said, and goes back to the task below", async () => {
      const first = await start();
      await say(first.soni, "echo");
      await say(first.soni, "tour");
      await dieOf("poison city");
      const { soni } = await start();
      expect(said(await say(soni, "poison city", "m1"))).toEqual([
        failed.replace("save a city", "plan a tour"),
        apology,
      ]);
      expect((await soni.getState("c1"))?.flowStack.map(({ flow, flowState }) => [flow, flowState])).toEqual([
        ["echo", "active"],
      ]);
      expect(said(await say(soni, "hm")).at(-1)).toBe("Heard hm.");
    });

    it("does not undo or repeat what an action did before", async () => {
      await dieOf("pay city=Rome code=poison");
      expect(charges).toBe(1);
      const { soni } = await start();
      const turn = await say(soni, "pay city=Rome code=poison", "m1");
      expect(said(turn).at(-1)).toBe(apology);
      const state = await soni.getState("c1");
      expect(state?.flowStack).toEqual([]);
      expect(state?.metadata.completedFlows).toMatchObject([
        { flow: "pay", flowState: "error", settled: ["city", "code"] },
      ]);
      await say(soni, "echo word=hello");
      expect(charges).toBe(1);
    });

    it("does nothing twice when it is retried: its actions keep their keys", async () => {
      await dieOf("pay city=Rome code=poison");
      const { soni } = await start();
      await say(soni, "pay city=Rome code=poison", "m1");
      isMended = true;
      expect(said(await soni.quarantine.retry("c1", "m1")).at(-1)).toBe("Paid Rome.");
      expect(charges).toBe(1);
      // Another message is another payment.
      expect(said(await say(soni, "pay city=Rome code=1")).at(-1)).toBe("Paid Rome.");
      expect(charges).toBe(2);
    });

    it("runs an action that killed it again under the same key", async () => {
      await dieOf("save city=poison");
      const { soni } = await start();
      await say(soni, "save city=poison", "m1");
      isMended = true;
      await soni.quarantine.retry("c1", "m1");
      expect(new Set(keys)).toEqual(new Set([keys[0]]));
      expect(keys).toHaveLength(4);
    });

    it("is said again when it is retried, once, and forgotten when it is dropped", async () => {
      await dieOf("save city=poison");
      const { soni } = await start();
      await say(soni, "save city=poison", "m1");
      expect(await soni.quarantine.show("c1", "m1")).toMatchObject({ message: { text: "save city=poison" } });
      isMended = true;
      const both = await Promise.allSettled([soni.quarantine.retry("c1", "m1"), soni.quarantine.retry("c1", "m1")]);
      expect(
        both.map((each) => (each.status === "fulfilled" ? said(each.value) : each.reason.code)).toSorted(),
      ).toEqual([["Saved poison."], "quarantine.unknown"].toSorted());
      expect(await soni.quarantine.list()).toEqual([]);
      expect((await soni.transcript("c1")).map(({ messageId }) => messageId)).toEqual(["m1", "m1:retry-1"]);
      isMended = false;
      deaths = 0;
      await dieAgain("m3", "unreadable");
      const next = await start();
      await next.soni.recover();
      expect(await next.soni.quarantine.drop("c1", "m3")).toBe(true);
      expect(await next.soni.quarantine.drop("c1", "m3")).toBe(false);
      expect(await next.soni.quarantine.list()).toEqual([]);
    });

    it("that still kills when it is retried comes back under its new id", async () => {
      await dieOf("unreadable");
      const fourth = await start();
      await say(fourth.soni, "unreadable", "m1");
      const { soni, died } = await start();
      soni.quarantine.retry("c1", "m1").catch(() => undefined);
      await died;
      for (let attempt = 2; attempt <= 3; attempt += 1) {
        const next = await start();
        next.soni.recover().catch(() => undefined);
        await next.died;
      }
      const last = await start();
      expect(await last.soni.recover()).toBe(1);
      expect(await last.soni.quarantine.list()).toMatchObject([{ messageId: "m1:retry-1", attempts: 3 }]);
      expect(deaths).toBe(6);
    });
  });
};
