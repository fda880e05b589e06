import { describe, expect, it } from "vitest";
import { echoAssistant, echoUnderstander } from "../../tests/support/echo-assistant.ts";
import { createStore } from "../stores/create-store.ts";
import { createMemoryRows } from "../stores/memory/rows.ts";
import type { Understander } from "../understand/understander.ts";
import { createSoni } from "./create-soni.ts";

/** Processes on one database: each has a store and an assistant of its own. */
function setUp() {
  const assistant = echoAssistant();
  const rows = createMemoryRows();
  const openStore = (leaseMs?: number) =>
    createStore({ ...rows, close: async () => undefined }, leaseMs === undefined ? {} : { leaseMs });
  /** One that says when it has begun, and goes on when it is let. */
  const process = ({ leaseMs }: { leaseMs?: number } = {}) => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const understander: Understander = {
      async understand(request) {
        begun.resolve();
        if (request.message.startsWith("slow")) await goOn.promise;
        return echoUnderstander.understand(request);
      },
    };
    const soni = createSoni({ assistant, store: openStore(leaseMs), understander });
    const say = (text: string, messageId = text.replaceAll(" ", "-")) =>
      soni.processMessage({ conversationId: "c1", text, messageId });
    return { soni, say, begun: begun.promise, goOn: goOn.resolve };
  };
  return { process, openStore };
}

const heard = ({ messages, duplicate }: { messages: readonly { text: string }[]; duplicate: boolean }) => [
  ...messages.map(({ text }) => text),
  duplicate,
];

describe("two processes with one conversation", () => {
  it("take turns in the order of acceptance, and each caller gets its own reply", async () => {
    const { process, openStore } = setUp();
    const [one, two] = [process(), process()];
    const first = one.say("slow first");
    await one.begun;
    const second = two.say("second");
    const third = one.say("third");
    const store = openStore();
    await expect.poll(() => store.openMessages("c1")).toHaveLength(3);
    const accepted = (await store.openMessages("c1")).map(({ messageId }) => messageId);
    one.goOn();
    expect(heard(await first)).toEqual(["Heard slow first.", false]);
    expect(heard(await second)).toEqual(["Heard second.", false]);
    expect(heard(await third)).toEqual(["Heard third.", false]);
    expect((await store.transcript("c1")).map(({ messageId }) => messageId)).toEqual(accepted);
  });

  it("answer a message that both were sent once", async () => {
    const { process, openStore } = setUp();
    const [one, two] = [process(), process()];
    const first = one.say("slow", "m1");
    await one.begun;
    const again = two.say("slow", "m1");
    one.goOn();
    expect(heard(await first)).toEqual(["Heard slow.", false]);
    expect(heard(await again)).toEqual(["Heard slow.", true]);
    expect(await openStore().transcript("c1")).toHaveLength(1);
  });

  it("leave what the other is working on alone when they recover", async () => {
    const { process } = setUp();
    const [one, two] = [process(), process()];
    const first = one.say("slow");
    await one.begun;
    expect(await two.soni.recover()).toBe(0);
    one.goOn();
    expect(heard(await first)).toEqual(["Heard slow.", false]);
  });

  it("don't overwrite each other: one that was frozen gets the reply of the one that took over", async () => {
    const { process, openStore } = setUp();
    const [frozen, other] = [process({ leaseMs: 0 }), process()];
    const first = frozen.say("slow", "m1");
    await frozen.begun;
    other.goOn();
    expect(heard(await other.say("next", "m2"))).toEqual(["Heard next.", false]);
    frozen.goOn();
    expect(heard(await first)).toEqual(["Heard slow.", false]);
    const transcript = await openStore().transcript("c1");
    expect(transcript.map(({ messageId }) => messageId)).toEqual(["m1", "m2"]);
  });
});

it("what a channel vouched for is known to a conversation that another process begins", async () => {
  const { process, openStore } = setUp();
  const store = openStore();
  await store.accept("c1", { messageId: "m1", text: "hi", at: 1, origin: "user", session: { user: "ana" } });
  const { soni } = process();
  expect(await soni.recover()).toBe(1);
  expect(await soni.getState("c1")).toMatchObject({ session: { user: "ana" } });
});

it("a message that could not be accepted fails alone", async () => {
  const { process } = setUp();
  const { say } = process();
  const [bad, good] = await Promise.allSettled([say("other words", "m1"), say("more words", "m1")]);
  expect(bad.status).toBe("fulfilled");
  expect(good).toMatchObject({ status: "rejected", reason: { code: "message.id_reused" } });
  expect(heard(await say("and on"))).toEqual(["Heard and on.", false]);
});
