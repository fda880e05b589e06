import { describe, expect, it } from "vitest";
import { parseAssistant } from "../config/parse-assistant.ts";
import { SoniError } from "../engine/errors.ts";
import type { Notice } from "../engine/state/observe.ts";
import { createMemoryStore } from "../stores/memory/store.ts";
import { scriptedUnderstander } from "../testing/scripted-understander.ts";
import { createSoni } from "./create-soni.ts";

const yaml = `
version: "1.0"
settings:
  conversation: { welcome_flow: greet }
slots:
  city: { type: string, prompt: Where to? }
actions:
  book: { inputs: [city], outputs: [code] }
flows:
  greet:
    description: greet
    steps:
      - { step: hello, type: say, message: Welcome! }
  trip:
    description: book a trip
    trigger: { intents: [book] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: go, type: action, call: book }
      - { step: tell, type: say, message: "Booked {code}." }
`;

function setUp() {
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text: yaml }]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  const store = createMemoryStore();
  const keys: string[] = [];
  let now = 0;
  const soni = createSoni({
    assistant,
    store,
    clock: { now: () => ++now },
    actions: {
      book: (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        return { code: "BK-1" };
      },
    },
    understander: scriptedUnderstander({
      "to Rome": [
        { type: "start_flow", flow: "trip" },
        { type: "set_slot", slot: "city", value: "Rome" },
      ],
    }),
  });
  return { soni, store, keys };
}

describe("opening a conversation", () => {
  it("greets before the user has said anything, and not again after", async () => {
    const { soni } = setUp();
    const opened = await soni.openConversation({ conversationId: "c1", messageId: "open", session: { user: "ana" } });
    expect(opened.messages.map(({ text }) => text)).toEqual(["Welcome!"]);
    expect(opened.state.session).toEqual({ user: "ana" });
    const next = await soni.processMessage({ conversationId: "c1", text: "to Rome" });
    expect(next.messages.map(({ text }) => text)).toEqual(["Booked BK-1."]);
    const again = await soni.openConversation({ conversationId: "c1", messageId: "open" });
    expect(again).toMatchObject({ duplicate: true, messages: opened.messages });
  });
});

it("a turn knows how long each of its stages took, all stretches of it together", async () => {
  const { soni } = setUp();
  const { timing } = await soni.processMessage({ conversationId: "c1", text: "to Rome" });
  expect(Object.keys(timing).toSorted()).toEqual(["action", "execute", "understand"]);
  const [entry] = await soni.audit("c1");
  expect(entry?.timing).toEqual(timing);
});

describe("a conversation that was deleted", () => {
  it("begins anew under its id, and its actions have keys of their own", async () => {
    const { soni, keys } = setUp();
    const book = () => soni.processMessage({ conversationId: "c1", text: "to Rome" });
    await book();
    await soni.deleteConversation("c1");
    expect((await book()).turn).toBe(1);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });
});

describe("observing", () => {
  it("tells what happens in order, and the reply once it is durable", async () => {
    const { soni, store } = setUp();
    const notices: Notice[] = [];
    const durable: Promise<number>[] = [];
    soni.observe((notice) => {
      notices.push(notice);
      if (notice.event.type === "committed") durable.push(store.transcript("c1").then((entries) => entries.length));
    });
    const result = await soni.processMessage({ conversationId: "c1", text: "to Rome", messageId: "m1" });
    const told = notices.filter(({ event }) => event.type !== "stored" && event.type !== "executed");
    expect(told.map(({ event }) => event.type)).toEqual([
      "turn_started",
      "understood",
      "action_started",
      "action_ended",
      "committed",
    ]);
    expect(new Set(told.map(({ messageId }) => messageId))).toEqual(new Set(["m1"]));
    const { event } = told.at(-1) ?? {};
    expect(event?.type === "committed" && event.reply.messages).toEqual(result.messages);
    expect(await Promise.all(durable)).toEqual([1]);
  });
});

describe("a check", () => {
  const refuse = () => {
    throw new SoniError("test.refused", "no");
  };

  it("refuses a message and leaves nothing of it", async () => {
    const { soni, store } = setUp();
    const refused = soni.processMessage({ conversationId: "c1", text: "to Rome", messageId: "m1", check: refuse });
    await expect(refused).rejects.toMatchObject({ code: "test.refused" });
    expect(await store.openMessages("c1")).toEqual([]);
    expect(await soni.getState("c1")).toBeNull();
  });

  it("is not made of a message that has its reply", async () => {
    const { soni } = setUp();
    const first = await soni.processMessage({ conversationId: "c1", text: "to Rome", messageId: "m1" });
    const again = await soni.processMessage({ conversationId: "c1", text: "to Rome", messageId: "m1", check: refuse });
    expect(again).toEqual({ ...first, duplicate: true });
  });

  it("sees the state that the message meets", async () => {
    const { soni } = setUp();
    const turns: (number | null)[] = [];
    for (const text of ["to Rome", "to Rome"]) {
      const check = (before: { readonly turnCount: number } | null) => void turns.push(before?.turnCount ?? null);
      await soni.processMessage({ conversationId: "c1", text, check });
    }
    expect(turns).toEqual([null, 1]);
  });
});

describe("a flow that the program starts", () => {
  const programmed = `
version: "1.0"
slots:
  account: { type: string, description: Account, set_by: action }
  limit: { type: integer, description: Limit, set_by: action }
  note: { type: string, description: Note, set_by: action }
  city: { type: string, prompt: Where to? }
flows:
  pay:
    description: pay
    inputs: [account, limit]
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: tell, type: say, message: "{account} {limit} {city} {note}." }
  open:
    description: open
    trigger: { intents: [open] }
    inputs: ["account?"]
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: tell, type: say, message: "{account}." }
`;
  const { assistant } = parseAssistant([{ file: "soni.yaml", text: programmed }]);
  const opened = () => {
    if (assistant === null) throw new Error("It does not load.");
    return createSoni({ assistant, store: createMemoryStore(), understander: scriptedUnderstander({}) });
  };

  it("may get inputs that users can't set, and only inputs", async () => {
    const soni = opened();
    const inputs = { account: "A-1", limit: 5, note: "x" };
    const begun = await soni.startFlow({ conversationId: "c", flow: "pay", inputs });
    expect(begun.state.flowSlots).toMatchObject({ pay_1: { account: "A-1", limit: 5 } });
    expect(begun.events.filter(({ type }) => type === "slot_rejected")).toEqual([
      { type: "slot_rejected", slot: "note", code: "slot.read_only" },
    ]);
    const { messages } = await soni.processMessage({
      conversationId: "c",
      text: "",
      command: { type: "set_slot", slot: "city", value: "Rome" },
    });
    expect(messages.map(({ text }) => text)).toEqual(["A-1 5 Rome ."]);
    await soni.close();
  });

  it("gets no input of another type, and none that comes as a slot", async () => {
    const soni = opened();
    const wrong = await soni.startFlow({ conversationId: "c", flow: "pay", inputs: { limit: "many" } });
    expect(wrong.state.flowSlots).toMatchObject({ pay_1: {} });
    const slots = await soni.startFlow({ conversationId: "d", flow: "pay", slots: { account: "A-1" } });
    expect(slots.state.flowSlots).toMatchObject({ pay_1: {} });
    expect(Object.values(slots.state.flowSlots)).toEqual([{}]);
    await soni.close();
  });

  it("is the only one that does: a user's command has no such field", async () => {
    const soni = opened();
    const command = { type: "start_flow", flow: "open", inputs: { account: "A-1" } } as const;
    await expect(soni.processMessage({ conversationId: "c", text: "", command })).rejects.toMatchObject({
      code: "command.invalid",
    });
    await soni.close();
  });
});
