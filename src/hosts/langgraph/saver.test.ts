import { AsyncLocalStorage } from "node:async_hooks";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { expect, it } from "vitest";
import { assistantOf } from "../../../tests/support/dialogue.ts";
import type { Command } from "../../engine/commands/command.ts";
import type { DialogueState, IncomingMessage } from "../../engine/state/state.ts";
import type { StoredState } from "../../engine/state/store.ts";
import { initialState } from "../../runtime/initial-state.ts";
import { newTurn } from "../../turn/begin-turn.ts";
import type { Stages } from "../../turn/stages.ts";
import { createDirectHost } from "../direct.ts";
import type { TurnHost } from "../turn-host.ts";
import { createGraph, createGraphHost } from "./graph.ts";
import { branchTo } from "./nodes.ts";
import { checkpointOf, metadataOf, stepsBeforeFirst } from "./saver.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, prompt: "Where?" }
actions:
  reserve: { inputs: [city], outputs: [], effect: true }
  charge: { inputs: [city], outputs: [], effect: true }
flows:
  book:
    description: book a trip
    trigger: { intents: [book it] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: reserve, type: action, call: reserve }
      - { step: charge, type: action, call: charge }
      - { step: tell, type: say, message: "Booked." }
`);
const stages: Stages = {
  assistant,
  understander: { understand: async () => ({ commands: [], confidence: 0 }) },
  validators: new Map(),
  normalizers: new Map(),
  steps: new Map(),
  slotTypes: new Map(),
  actions: new Map([
    ["reserve", { run: () => ({}) }],
    ["charge", { run: () => ({}) }],
  ]),
  customCommands: new Map(),
  customCommandsInScope: [],
  stackLimits: new Map(),
  migrations: [],
  ledger: { begin: async () => null, finish: async () => undefined, known: async () => null },
  sentences: { append: async () => undefined, read: async () => [] },
  clock: { now: () => 0 },
  time: { now: () => 0, after: () => () => undefined },
  stopwatch: () => 0,
  log: () => undefined,
  observe: () => undefined,
};
const said: readonly (readonly Command[])[] = [
  [{ type: "chitchat" }],
  [{ type: "start_flow", flow: "book" }],
  [{ type: "set_slot", slot: "city", value: "Rome" }],
  [{ type: "start_flow", flow: "book", slots: { city: "Oslo" } }],
];
const messages = said.map(
  (commands, index): IncomingMessage => ({ messageId: `m${index}`, text: "", at: index, origin: "user", commands }),
);
const conversationId = "c1";
const start = initialState(assistant, { conversationId, session: {}, now: 0 });

/** The conversation on a host: everything that it saves. */
async function savedBy(createHost: (stages: Stages, save: (stored: StoredState) => Promise<void>) => TurnHost) {
  const saved: StoredState[] = [];
  const host = createHost(stages, async (stored) => void saved.push(stored));
  let now: StoredState = { state: start, step: 0 };
  for (const message of messages) now = await host.take(now, message, null);
  return saved;
}

/** The same conversation on LangGraph's own saver, which keeps every checkpoint: those that recovery starts from. */
async function savedByLangGraph() {
  const saver = new MemorySaver();
  const graph = createGraph(stages, saver);
  const configurable = { thread_id: conversationId, outside: AsyncLocalStorage.snapshot() };
  let dialogue = start;
  for (const message of messages) {
    const input = { dialogue: { ...dialogue, turn: newTurn(message) }, [branchTo("turn")]: "input" };
    dialogue = (await graph.invoke(input, { configurable, durability: "sync" })) as DialogueState;
  }
  const kept: { readonly stored: StoredState; readonly next: readonly string[] }[] = [];
  for await (const { checkpoint, metadata, config } of saver.list({ configurable: { thread_id: conversationId } })) {
    const state = checkpoint.channel_values["dialogue"] as DialogueState | undefined;
    const isNeeded = state?.turn === null ? state.last !== null : state?.turn.action?.result === null;
    if (state === undefined || !isNeeded) continue;
    const { next } = await graph.getState(config);
    kept.unshift({ stored: { state, step: (metadata?.step ?? Number.NaN) + stepsBeforeFirst }, next });
  }
  return kept;
}

it("saves the states and steps of LangGraph's own saver, on both hosts, and none on the way into a turn", async () => {
  const expected = (await savedByLangGraph()).map(({ stored }) => stored);
  // Four turns, and before each of four actions. After an action the ledger has its result.
  expect(expected).toHaveLength(8);
  expect(await savedBy(createGraphHost)).toEqual(expected);
  expect(await savedBy(createDirectHost)).toEqual(expected);
});

it("builds a checkpoint from which LangGraph continues with the same node", async () => {
  for (const { stored, next } of await savedByLangGraph()) {
    const saver = new MemorySaver();
    const { channel_versions: versions, ...rest } = checkpointOf(stored);
    const config = { configurable: { thread_id: conversationId, checkpoint_ns: "" } };
    await saver.put(config, { ...rest, channel_versions: versions }, metadataOf(stored));
    const rebuilt = await createGraph(stages, saver).getState(config);
    expect(rebuilt.next).toEqual(next);
    expect(rebuilt.values).toEqual(stored.state);
  }
});

it("continues from every state as the whole conversation did, whichever host saved it", async () => {
  const saved = await savedBy(createDirectHost);
  for (const [index, from] of saved.entries()) {
    if (from.state.turn === null) continue;
    for (const createHost of [createGraphHost, createDirectHost]) {
      const rest: StoredState[] = [];
      const end = await createHost(stages, async (stored) => void rest.push(stored)).finish(from, null);
      expect(rest).toEqual(saved.slice(index + 1, index + 1 + rest.length));
      expect(rest.at(-1)).toEqual(end);
      expect(end.state.turn).toBeNull();
    }
  }
});
