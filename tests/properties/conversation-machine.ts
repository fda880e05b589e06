import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { JsonObject } from "../../src/engine/json.ts";
import type { DialogueState } from "../../src/engine/state/state.ts";
import { initialState } from "../../src/runtime/initial-state.ts";
import { act } from "../../src/turn/act.ts";
import { newTurn } from "../../src/turn/begin-turn.ts";
import type { Stages } from "../../src/turn/stages.ts";
import { takeTurn } from "../../src/turn/take-turn.ts";
import { knownCities } from "./adversarial-assistant.ts";

export interface Call {
  readonly action: string;
  readonly key: string;
  readonly input: JsonObject;
}

/** The stages of a turn without a host: what the graph runs, in a loop, so that thousands of conversations are cheap. */
export interface ConversationMachine {
  readonly start: DialogueState;
  turn(state: DialogueState, commands: readonly Command[], at: number): Promise<DialogueState>;
  /** Calls since the last time. */
  takeCalls(): readonly Call[];
}

export function conversationMachine(assistant: Assistant): ConversationMachine {
  let calls: Call[] = [];
  let number = 0;
  const define = (action: string, answer: (input: JsonObject) => JsonObject) =>
    [
      action,
      {
        run: (input: JsonObject, { idempotencyKey }: { idempotencyKey: string }) => {
          calls.push({ action, key: idempotencyKey, input });
          return answer(input);
        },
      },
    ] as const;
  const stages: Stages = {
    assistant,
    understander: { understand: async () => ({ commands: [], confidence: 0 }) },
    validators: new Map([["known_city", (value: string) => knownCities.includes(value)]]),
    normalizers: new Map(),
    steps: new Map(),
    slotTypes: new Map(),
    actions: new Map([
      define("find", ({ city }) => ({
        items: [{ name: "one" }, { name: "two" }, { name: `three in ${String(city)}` }],
        quote: 9.5,
      })),
      define("pay", () => ({ receipt: `R-${++number}` })),
      define("flaky", ({ size }) => {
        if (size === "small") throw new Error("too small");
        return { done: true };
      }),
      define("call_person", () => ({})),
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
  return {
    start: initialState(assistant, { conversationId: "c", session: {}, now: 0 }),
    async turn(state, commands, at) {
      const message = { messageId: `m${state.turnCount + 1}`, text: "text", at, commands, origin: "user" as const };
      let now = await takeTurn({ ...state, turn: newTurn(message) }, stages);
      while (now.turn !== null) now = await takeTurn(await act(now, stages), stages);
      return now;
    },
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
