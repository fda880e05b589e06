import "../support/property-seed.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ActionFunction } from "../../src/engine/assistant/action.ts";
import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Step } from "../../src/engine/assistant/step.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { createStore } from "../../src/stores/create-store.ts";
import { createMemoryRows } from "../../src/stores/memory/rows.ts";
import type { StoreRows } from "../../src/stores/rows.ts";
import { adversarialAssistant, knownCities } from "../properties/adversarial-assistant.ts";
import { conversation } from "../properties/commands.ts";
import { type Host, onHost } from "../support/on-host.ts";
import { type RandomNumbers, randomNumbers } from "../support/random-numbers.ts";
import { type MortalProcess, mortalProcess } from "./mortal-process.ts";
import { count, report, seed } from "./seed.ts";

const runs = count("SONI_KEY_RUNS", 12);
/** So many turns of each conversation: most of what is generated after them repeats itself. */
const turnsAtMost = 25;
/** Whole purchases between what is made up, or chance would hardly ever reach an action. */
const purchase: readonly (readonly Command[])[] = [
  [{ type: "start_flow", flow: "buy", slots: { city: "Madrid" } }],
  [{ type: "correct_slot", slot: "city", value: "Rome" }],
  [
    { type: "set_slot", slot: "item", value: 1 },
    { type: "set_slot", slot: "amount", value: 5 },
    { type: "skip_slot", slot: "limit" },
  ],
  [{ type: "affirm" }],
];
const hosts: readonly Host[] = ["direct", "langgraph"];

/** As it is, but every action may be repeated, and is tried three times: keys are what makes that harmless. */
function repeatable(assistant: Assistant): Assistant {
  const retried = (step: Step): Step =>
    step.type === "action" ? { ...step, retry: { attempts: 3, backoff: "none", delay: 0 } } : step;
  return {
    ...assistant,
    actions: new Map([...assistant.actions].map(([name, action]) => [name, { ...action, idempotent: true }])),
    flows: new Map(
      [...assistant.flows].map(([name, flow]) => [
        name,
        { ...flow, steps: new Map([...flow.steps].map(([step, each]) => [step, retried(each)])) },
      ]),
    ),
  };
}

const assistant = repeatable(adversarialAssistant());
/** It asks for a secret. */
const keys = [Buffer.alloc(32, 7).toString("base64")];

/** What the world outside saw: the calls under each key, in the order in which keys came up. */
type Calls = Map<string, { readonly what: string; times: number; failedLast: boolean }>;

interface World {
  readonly rows: StoreRows;
  readonly calls: Calls;
  readonly messages: ReadonlyMap<string, readonly Command[]>;
  /** Null: nothing ever goes wrong. */
  readonly random: RandomNumbers | null;
}

function actionsIn({ calls, random }: World, life: MortalProcess): Readonly<Record<string, ActionFunction>> {
  const define =
    (action: string, answer: (input: Readonly<Record<string, unknown>>, key: string) => object): ActionFunction =>
    async (input, { idempotencyKey: key }) => {
      life.moment();
      const what = JSON.stringify([action, input]);
      const known = calls.get(key);
      // One key, one effect: the same key for anything else would swallow it.
      expect(known?.what ?? what).toBe(what);
      const call = known ?? { what, times: 0, failedLast: false };
      calls.set(key, call);
      call.times += 1;
      // Never so often in a row that the flow would give up.
      call.failedLast = random !== null && !call.failedLast && random(4) === 0;
      if (call.failedLast) throw new Error("The line is bad.");
      life.moment();
      return answer(input, key) as never;
    };
  return {
    find: define("find", ({ city }) => ({ items: [{ name: "one" }, { name: `two in ${String(city)}` }], quote: 9.5 })),
    pay: define("pay", (_, key) => ({ receipt: `R-${key}` })),
    flaky: define("flaky", ({ size }) => {
      if (size === "small") throw new Error("too small");
      return { done: true };
    }),
    call_person: define("call_person", () => ({})),
  };
}

interface Process {
  readonly soni: Soni;
  readonly life: MortalProcess;
}

function startProcess(world: World, at: () => number): Process {
  const { rows, messages, random } = world;
  // Whoever died keeps nobody from going on.
  const store = createStore(rows, { leaseMs: 0, keys });
  const life = mortalProcess(store, random === null ? null : { random, oneIn: 25 });
  const host = hosts[random?.(2) ?? 0] ?? "direct";
  const soni = createSoni({
    assistant: onHost(assistant, host),
    store: life.store,
    actions: actionsIn(world, life),
    validators: { known_city: (value) => knownCities.includes(String(value)) },
    understander: { understand: async ({ message }) => ({ commands: messages.get(message) ?? [], confidence: 1 }) },
    clock: { now: at },
  });
  return { soni, life };
}

interface Held {
  readonly calls: Calls;
  readonly state: unknown;
  readonly deaths: number;
}

/** Holds the conversation: whoever dies is followed by another, and the client sends the same message again. */
async function hold(turns: readonly (readonly Command[])[], random: RandomNumbers | null): Promise<Held> {
  const messages = new Map(turns.map((commands, index) => [`text ${index}`, commands]));
  const world: World = { rows: createMemoryRows(), calls: new Map(), messages, random };
  let at = 0;
  let process = startProcess(world, () => at);
  let deaths = 0;
  const say = async (index: number): Promise<void> => {
    for (;;) {
      try {
        if (random?.(10) === 0) await process.soni.recover();
        await process.soni.processMessage({ conversationId: "c", messageId: `m${index}`, text: `text ${index}` });
        return;
      } catch (error) {
        if (!process.life.isDead) throw error;
        deaths += 1;
        process = startProcess(world, () => at);
      }
    }
  };
  for (const index of turns.keys()) {
    at = (index + 1) * 1000;
    await say(index);
    // The same again, when it is long done.
    if (random?.(3) === 0) await say(random(index + 1));
  }
  const state = await startProcess({ ...world, random: null }, () => at).soni.getState("c");
  return { calls: world.calls, deaths, state: { ...state, provenance: undefined, metadata: undefined } };
}

describe("an action's key", () => {
  it(`is the same whatever dies, fails or comes again (${runs} conversations)`, {
    timeout: 300_000 + runs * 1_000,
  }, async () => {
    const sums = { keys: 0, calls: 0, deaths: 0 };
    await fc.assert(
      fc.asyncProperty(conversation, fc.nat(), async (generated, number) => {
        const turns = generated
          .flatMap(({ commands }, index) => (index % 3 === 0 ? [...purchase, commands] : [commands]))
          .slice(0, turnsAtMost);
        const calm = await hold(turns, null);
        const wild = await hold(turns, randomNumbers(number));
        const effects = ({ calls }: Held) => [...calls].map(([key, { what }]) => [key, what]);
        expect(effects(wild)).toEqual(effects(calm));
        expect(wild.state).toEqual(calm.state);
        sums.keys += wild.calls.size;
        sums.calls += [...wild.calls.values()].reduce((sum, { times }) => sum + times, 0);
        sums.deaths += wild.deaths;
      }),
      { numRuns: runs, seed },
    );
    report("keys", { conversations: runs, ...sums });
    // It is about something only if much went wrong.
    expect(sums.deaths).toBeGreaterThan(runs);
    expect(sums.calls).toBeGreaterThan(sums.keys);
  });
});
