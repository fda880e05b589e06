import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { loadAssistant } from "../../src/config/load.ts";
import type { ActionFunction } from "../../src/engine/assistant/action.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { openPlace, type Place, placeOn, rowsAt, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import { type Host, onHost } from "../support/on-host.ts";
import { type StoredConversation, stateIn } from "./stored-conversation.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const commits = ["793ec26", "b29ae1b", "13e0d6a", "13e0d6a-direct", "45cb7df", "e05058d", "a988dc9-direct"] as const;
const hosts: readonly Host[] = ["direct", "langgraph"];
const conversationId = "stored";

const { assistant } = await loadAssistant(here("assistant"));
if (assistant === null) throw new Error("The assistant of the stored conversations does not load.");

interface Call {
  readonly action: string;
  readonly key: string;
  readonly input: unknown;
}

/** Today's Soni on what an older one has stored. */
interface Today {
  readonly soni: Soni;
  /** Of actions, since then. */
  readonly calls: readonly Call[];
  readonly begun: readonly string[];
  /** Of the stored state. */
  readonly version: number;
  say(...commands: readonly Command[]): Promise<readonly string[]>;
  /** Slots of the flow on top. */
  slots(): Promise<unknown>;
  stack(): Promise<readonly string[]>;
}

const set = (slot: string, value: string | number): Command => ({ type: "set_slot", slot, value });
const correct = (slot: string, value: string | number): Command => ({ type: "correct_slot", slot, value });
const yes: Command = { type: "affirm" };
const textsOf = (messages: readonly { readonly text: string }[]): readonly string[] => messages.map(({ text }) => text);
const names = (calls: readonly Call[]): readonly string[] => calls.map(({ action }) => action);

const tooLate = (slot: string): string => `It's too late to change ${slot}: it's already done.`;

type Continuation = (today: Today) => Promise<void>;

/** By the name of the fixture: how the conversation goes on. */
const continuations: Readonly<Record<string, readonly (readonly [string, Continuation])[]>> = {
  collect: [
    [
      "the answer is taken, and what was left empty is not asked for",
      async ({ say, slots, stack, calls }) => {
        expect(await stack()).toEqual(["order"]);
        expect(await slots()).toEqual({ dish: "soup" });
        expect(await say(set("count", 2))).toEqual(["2 x soup for 10. Pay?"]);
        expect(await say(yes)).toEqual(["Paid: R-1.", "How did we do?"]);
        expect(await say(correct("dish", "stew"))).toEqual([tooLate("dish"), "How did we do?"]);
        expect(await say(set("rating", 5))).toEqual(["Thank you for the 5."]);
        expect(await stack()).toEqual([]);
        expect(names(calls)).toEqual(["find_price", "pay"]);
      },
    ],
    [
      "what was given before can be corrected",
      async ({ say, slots, calls }) => {
        expect(await say(correct("dish", "stew"))).toEqual(["Changed dish to stew.", "How many?"]);
        expect(await say(set("count", 2))).toEqual(["2 x stew for 10. Pay?"]);
        expect(await say(correct("dish", "pie"), yes)).toEqual(["Changed dish to pie.", "2 x pie for 10. Pay?"]);
        expect(await say(yes)).toEqual(["Paid: R-1.", "How did we do?"]);
        expect(await slots()).toMatchObject({ dish: "pie", count: 2, receipt: "R-1" });
        expect(calls.at(-1)?.input).toEqual({ dish: "pie", count: 2, price: 10 });
      },
    ],
  ],
  confirmation: [
    [
      "a yes counts; it is asked for once more if the state does not know what was shown",
      async ({ say, calls, version }) => {
        if (version === 1) expect(await say(yes)).toEqual(["2 x soup for 10. Pay?"]);
        expect(calls).toEqual([]);
        expect(await say(yes)).toEqual(["Paid: R-1.", "How did we do?"]);
        expect(names(calls)).toEqual(["pay"]);
      },
    ],
    [
      "a correction is shown before it is paid",
      async ({ say, calls }) => {
        expect(await say(correct("count", 3), yes)).toEqual(["Changed count to 3.", "3 x soup for 15. Pay?"]);
        expect(await say(yes)).toEqual(["Paid: R-1.", "How did we do?"]);
        expect(names(calls)).toEqual(["find_price", "pay"]);
        expect(calls.at(-1)?.input).toEqual({ dish: "soup", count: 3, price: 15 });
      },
    ],
  ],
  "called-flow": [
    [
      "it returns to its caller with what it lists",
      async ({ say, stack, slots, calls }) => {
        expect(await stack()).toEqual(["deliver", "address"]);
        expect(await slots()).toEqual({ dish: "soup", street: "Elm" });
        expect(await say(set("floor", 4))).toEqual(["soup to Elm. Pay?"]);
        expect(await stack()).toEqual(["deliver", "payment"]);
        expect(await say(yes)).toEqual(["soup to Elm: R-1.", "How did we do?"]);
        expect(calls.map(({ input }) => input)).toEqual([{ dish: "soup", street: "Elm" }]);
      },
    ],
    [
      "the caller's slot can be corrected, for both",
      async ({ say, slots }) => {
        expect(await say(correct("dish", "stew"))).toEqual(["Changed dish to stew.", "Which floor?"]);
        expect(await slots()).toEqual({ dish: "stew", street: "Elm" });
        expect(await say(set("floor", 4))).toEqual(["stew to Elm. Pay?"]);
      },
    ],
  ],
  "paused-stack": [
    [
      "the task below comes back when the one above has ended",
      async ({ say, stack, calls }) => {
        expect(await stack()).toEqual(["order", "hours"]);
        expect(await say(set("day", "Monday"))).toEqual(["Open on Monday.", "Back to: order food.", "How many?"]);
        expect(await say(set("count", 1), { type: "skip_slot", slot: "note" })).toEqual(["1 x soup for 5. Pay?"]);
        expect(await say(yes)).toEqual(["Paid: R-1.", "How did we do?"]);
        expect(names(calls)).toEqual(["find_price", "pay"]);
      },
    ],
    [
      "the task below can be resumed by name",
      async ({ say, stack }) => {
        expect(await say({ type: "resume_flow", flow: "order" })).toEqual(["Back to: order food.", "How many?"]);
        expect(await stack()).toEqual(["hours", "order"]);
      },
    ],
  ],
  "named-action": [
    [
      "it is run once, under its key",
      async ({ soni, say, calls, stack, version }) => {
        await soni.recover();
        const key = `stored:order_1.mwj18yo0:pay:${version === 1 ? 1 : 2}`;
        expect(calls).toEqual([{ action: "pay", key, input: { dish: "soup", count: 2, price: 10 } }]);
        expect(await stack()).toEqual(["order"]);
        expect(await say(set("rating", 5))).toEqual(["Thank you for the 5."]);
        expect(names(calls)).toEqual(["pay"]);
      },
    ],
  ],
  "begun-action": [
    [
      "it is finished under its key, and is too late to be corrected",
      async ({ soni, say, calls, begun, slots }) => {
        await soni.recover();
        expect(calls.map(({ key }) => key)).toEqual(begun);
        expect(await slots()).toMatchObject({ dish: "soup", receipt: "R-1" });
        expect(await say(correct("dish", "stew"))).toEqual([tooLate("dish"), "How did we do?"]);
        expect(await slots()).toMatchObject({ dish: "soup" });
        expect(await say(set("rating", 5))).toEqual(["Thank you for the 5."]);
        expect(calls).toHaveLength(1);
      },
    ],
  ],
  "unrepeatable-action": [
    [
      "nobody knows its outcome, and it is not run again",
      async ({ soni, say, calls, stack }) => {
        await soni.recover();
        expect(calls).toEqual([]);
        expect(await stack()).toEqual([]);
        const [told] = await soni.transcript(conversationId, { from: "newest", limit: 1 });
        expect(textsOf(told?.messages ?? [])).toEqual(["Sorry: action.outcome_unknown."]);
        await say(yes);
        expect(calls).toEqual([]);
      },
    ],
  ],
  "action-of-a-called-flow": [
    [
      "it is finished under its key, and its flow returns",
      async ({ soni, calls, begun, stack }) => {
        await soni.recover();
        expect(calls.map(({ key }) => key)).toEqual(begun);
        expect(await stack()).toEqual(["deliver"]);
        const [told] = await soni.transcript(conversationId, { from: "newest", limit: 1 });
        expect(textsOf(told?.messages ?? [])).toEqual(["soup to Elm: R-1.", "How did we do?"]);
      },
    ],
  ],
  "after-payment": [
    [
      "what was paid cannot be changed, and is not paid again",
      async ({ say, slots, calls }) => {
        expect(await say(correct("count", 9))).toEqual([tooLate("count"), "How did we do?"]);
        expect(await slots()).toMatchObject({ dish: "soup", count: 2, receipt: "R-1" });
        expect(await say(set("rating", 4))).toEqual(["Thank you for the 4."]);
        expect(calls).toEqual([]);
      },
    ],
  ],
  "after-payment-in-a-called-flow": [
    [
      "what the called flow paid with cannot be changed, though it has ended",
      async ({ say, slots, calls, stack }) => {
        expect(await stack()).toEqual(["deliver"]);
        expect(await say(correct("dish", "stew"))).toEqual([tooLate("dish"), "How did we do?"]);
        expect(await slots()).toEqual({ dish: "soup", street: "Elm", receipt: "R-1" });
        await say(set("rating", 4));
        expect(await stack()).toEqual([]);
        expect(calls).toEqual([]);
      },
    ],
  ],
  round: [
    [
      "the next round asks for its slots again",
      async ({ say, calls }) => {
        expect(await say(set("age", 30))).toEqual(["Which guest?"]);
        expect(await say(set("guest", "Bob"))).toEqual(["How old?"]);
        expect(await say(set("age", 31))).toEqual(["All 2 invited."]);
        expect(calls.map(({ input }) => input)).toEqual([
          { guest: "Ann", age: 30, guests: 0 },
          { guest: "Bob", age: 31, guests: 1 },
        ]);
        expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
      },
    ],
  ],
  abandoned: [
    [
      "the user goes on where they were, in the called flow",
      async ({ say, stack, slots }) => {
        expect(await stack()).toEqual([]);
        expect(await say(yes)).toEqual(["Back to: have food delivered.", "Which floor?"]);
        expect(await stack()).toEqual(["deliver", "address"]);
        expect(await slots()).toEqual({ dish: "soup", street: "Elm" });
        expect(await say(set("floor", 4))).toEqual(["soup to Elm. Pay?"]);
        expect(await say(yes)).toEqual(["soup to Elm: R-1.", "How did we do?"]);
      },
    ],
  ],
};

const fixture = (name: string, commit: string): StoredConversation =>
  JSON.parse(readFileSync(here(`fixtures/${name}.${commit}.json`), "utf8")) as StoredConversation;

/** Puts into the store what an older Soni had there. */
async function write(place: Place, stored: StoredConversation): Promise<void> {
  const { commit: _, open, begun, ...row } = stored;
  const store = await openPlace(place);
  for (const message of open) await store.accept(conversationId, message);
  const rows = await rowsAt(place);
  const { lastActiveAt: at, turnCount: turns } = stateIn(stored);
  const step = "state" in row ? row.step : row.metadata.step;
  const state = { at, turns, step, text: JSON.stringify(row) };
  await rows.commit({ conversationId, state, turn: null, keepState: false, quarantine: null }, null);
  await rows.close();
  for (const key of begun) await store.begin(conversationId, key);
  await store.close();
}

const open: Soni[] = [];
afterEach(async () => {
  for (const soni of open.splice(0)) await soni.close();
});

async function today(place: Place, stored: StoredConversation, host: Host): Promise<Today> {
  await write(place, stored);
  const calls: Call[] = [];
  const noting =
    (action: string, answer: (input: Readonly<Record<string, unknown>>) => object): ActionFunction =>
    (input, { idempotencyKey: key }) => {
      calls.push({ action, key, input });
      return answer(input);
    };
  const state = stateIn(stored);
  const soni = createSoni({
    assistant: onHost(assistant as NonNullable<typeof assistant>, host),
    store: await openPlace(place, { leaseMs: 0 }),
    clock: { now: () => state.lastActiveAt + 60_000 },
    actions: {
      find_price: noting("find_price", ({ count }) => ({ price: Number(count) * 5 })),
      pay: noting("pay", () => ({ receipt: "R-1" })),
      charge: noting("charge", () => ({ receipt: "D-1" })),
      add_guest: noting("add_guest", ({ guests }) => ({ guests: Number(guests) + 1 })),
    },
    understander: { understand: async () => ({ commands: [], confidence: 1 }) },
  });
  open.push(soni);
  let number = 0;
  return {
    soni,
    calls,
    begun: stored.begun,
    version: state.schemaVersion,
    async say(...command) {
      number += 1;
      const said = await soni.processMessage({ conversationId, messageId: `today-${number}`, text: "", command });
      return textsOf(said.messages);
    },
    async slots() {
      const { flowStack = [], flowSlots = {} } = (await soni.getState(conversationId)) ?? {};
      return flowSlots[flowStack.at(-1)?.flowId ?? ("" as never)];
    },
    async stack() {
      return (await soni.getState(conversationId))?.flowStack.map(({ flow }) => flow) ?? [];
    },
  };
}

function goOn(on: (work: (place: Place) => Promise<void>) => Promise<void>): void {
  for (const [name, ways] of Object.entries(continuations)) {
    for (const commit of commits) {
      for (const host of hosts) {
        for (const [title, way] of ways) {
          it(`${name} of ${commit}, ${host} host: ${title}`, () =>
            on(async (place) => way(await today(place, fixture(name, commit), host))));
        }
      }
    }
  }
}

it("has a continuation for every fixture", () => {
  const wanted = Object.keys(continuations).flatMap((name) => commits.map((commit) => `${name}.${commit}.json`));
  expect(readdirSync(here("fixtures")).toSorted()).toEqual(wanted.toSorted());
});

describe("conversations stored by older versions go on, on SQLite", () => goOn(withSqlitePlace));

for (const kind of ["postgres", "redis"] as const) {
  await withServer(kind, (url) => {
    describe(`conversations stored by older versions go on, on ${kind}`, () =>
      goOn((work) => work(placeOn(kind, url))));
  });
}
