import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { JsonObject } from "../../src/engine/json.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Store } from "../../src/stores/store.ts";
import { defaultProgram } from "../../src/understand/program.ts";
import { commandsPrompt } from "../../src/understand/prompt.ts";
import { vocabularyOf } from "../../src/understand/vocabulary.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";

/** A secret, as it is said and as a slot holds it. */
export interface Canary {
  readonly said: string;
  readonly value: string | number;
  readonly type: "string" | "integer";
}

export const canaries = {
  text: { said: "Quetzal Zephyr", value: "Quetzal Zephyr", type: "string" },
  digits: { said: "4929-7731-0042-1187", value: "4929773100421187", type: "string" },
  number: { said: "83,125,947", value: 83125947, type: "integer" },
  iban: { said: "ES91 2100 0418 4502 0005 1332", value: "ES9121000418450200051332", type: "string" },
} as const satisfies Record<string, Canary>;

export type CanaryName = keyof typeof canaries;

/** Every way that the canary may be written. */
export const forms = ({ said, value }: Canary): readonly string[] => [
  ...new Set([said, String(value), said.toLowerCase(), JSON.stringify(said).slice(1, -1)]),
];

const yaml = (type: Canary["type"]): string => `
settings: { models: { rephrase: { enabled: true, tone: warm }, generate: { provider: openai, model: scripted } } }
slots:
  secret: { type: ${type}, description: the secret, prompt: "What is the secret?", sensitive: true }
  name: { type: string, description: your name, prompt: "Name?" }
  note: { type: string, description: a note, prompt: "Note?" }
  copy: { type: ${type}, description: a copy, prompt: "Copy?" }
  checked: { type: ${type}, description: checked, prompt: "Checked?", sensitive: true, validator: never }
  thrown: { type: ${type}, description: thrown, prompt: "Thrown?", sensitive: true, validator: throws }
  praise: { type: string, description: praise, set_by: action }
actions:
  break_off: { description: Break off, inputs: [secret], outputs: [receipt] }
  charge: { description: Charge, inputs: [secret], outputs: [receipt], effect: true }
  list: { description: List, inputs: [], outputs: [found] }
  pass_on: { description: Pass on, inputs: [reason, messages], outputs: [] }
patterns:
  handoff: { action: pass_on }
  correction: { acknowledge: true }
flows:
  pay:
    description: pay something
    trigger: { intents: [pay] }
    on_change: changed
    outputs: [secret]
    steps:
      - { step: ask_name, type: collect, slot: name }
      - { step: ask_secret, type: collect, slot: secret }
      - { step: check, type: confirm, message: "{name} pays with {secret}?" }
      - { step: charge, type: action, call: charge }
      - { step: ask_note, type: collect, slot: note }
      - { step: done, type: say, message: "Paid with {secret}, {receipt}, {note}.", jump_to: end }
      - { step: changed, type: say, message: "From {_change.old} to {_change.value}?", jump_to: ask_note }
  pick:
    description: pick one
    trigger: { intents: [pick] }
    steps:
      - { step: list, type: action, call: list }
      - { step: choose, type: collect, slot: secret, from: found }
      - { step: done, type: say, message: "Picked {secret}." }
  caller:
    description: call another
    trigger: { intents: [call] }
    steps:
      - { step: ask, type: collect, slot: secret }
      - { step: sub, type: call, flow: called, inputs: { copy: "{{ secret }}" } }
      - { step: ask_note, type: collect, slot: note }
  called:
    description: the called one
    inputs: [copy]
    steps:
      - { step: tell, type: say, message: "It has {copy}." }
      - { step: ask_name, type: collect, slot: name }
  guarded:
    description: check something
    trigger: { intents: [check] }
    steps:
      - { step: ask, type: collect, slot: checked }
      - { step: done, type: say, message: "Fine." }
  throwing:
    description: throw something
    trigger: { intents: [throw] }
    steps:
      - { step: ask, type: collect, slot: thrown }
  breaking:
    description: break something
    trigger: { intents: [break] }
    steps:
      - { step: ask, type: collect, slot: secret }
      - { step: break, type: action, call: break_off, on_error: failed }
      - { step: done, type: say, message: "Done.", jump_to: end }
      - { step: failed, type: say, message: "That failed." }
  write:
    description: write something
    trigger: { intents: [write] }
    steps:
      - { step: ask, type: collect, slot: secret }
      - { step: same, type: set, slots: { copy: "{{ secret }}" } }
      - { step: write, type: generate, instruction: Praise it, context: [secret, copy], store_as: praise }
      - { step: done, type: say, message: "They say {praise} of {copy}." }
`;

/** What a model would be asked to make of these messages. */
export type Script = ReadonlyMap<string, readonly Command[]>;

export interface Opened {
  readonly soni: ReturnType<typeof createSoni>;
  readonly assistant: Assistant;
  /** Everything that others than the user were given: logs, contexts, prompts, notices, inputs of the handoff. */
  readonly given: string[];
}

interface Opening {
  readonly canary: Canary;
  readonly host: Host;
  readonly script: Script;
  readonly log?: (message: string, data?: JsonObject) => void;
  /** Waited for: where a process can be stopped. */
  readonly onReading?: (message: string) => Promise<void>;
  readonly onActing?: () => Promise<void>;
}

export function openCanary(store: Store, { canary, host, script, log, onReading, onActing }: Opening): Opened {
  const given: string[] = [];
  const note = (what: unknown): void => {
    given.push(JSON.stringify(what));
  };
  const assistant = onHost(assistantOf(yaml(canary.type)), host);
  const soni = createSoni({
    assistant,
    store,
    validators: {
      never: (value) => `${value} is not it.`,
      throws: (value) => {
        throw new Error(`Cannot check ${value}.`);
      },
    },
    actions: {
      break_off: async ({ secret }) => {
        throw new TypeError(`No account ${secret}.`, { cause: new Error(`${secret} is unknown.`) });
      },
      charge: async ({ secret }, { log }) => {
        await onActing?.();
        log("charging", { what: `card ${secret}` });
        return { receipt: `receipt of ${secret}` };
      },
      list: async () => ({ found: [canary.type === "integer" ? 1234 : "another", canary.value] }),
      pass_on: async (input) => {
        note(input);
        return {};
      },
    },
    understander: {
      understand: async ({ message, context }) => {
        await onReading?.(message);
        note(
          commandsPrompt({
            program: defaultProgram,
            historyMessages: 50,
            message: "",
            context,
            flows: context.flows,
            vocabulary: vocabularyOf(context, 20),
          }),
        );
        return { commands: script.get(message) ?? [], confidence: 1, source: "scripted" };
      },
    },
    writingModel: {
      name: "scripted",
      samples: false,
      generate: async (request) => {
        note(request);
        return {
          ok: true,
          text: "fine words",
          finish: "stop",
          attempts: 1,
          usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
        };
      },
    },
    log(message, data) {
      note([message, data]);
      log?.(message, data);
    },
  });
  soni.observe(note);
  return { soni, assistant, given };
}

interface Way {
  readonly messages: readonly (readonly [text: string, ...commands: Command[]])[];
  /** Whether the user reads the secret in one of the replies. */
  readonly isTold: boolean;
}

/** The ways to give a secret away. */
export function waysOf({ said, value, type }: Canary): Readonly<Record<string, Way>> {
  const other = type === "integer" ? 5551 : "other one";
  const set = (slot: string, to: string | number): Command => ({ type: "set_slot", slot, value: to });
  const start = (flow: string, slots = {}): Command => ({ type: "start_flow", flow, slots });
  const paid = [
    ["pay now", start("pay", { name: "Ana", secret: other })],
    ["yes", { type: "affirm" }],
  ] as const;
  return {
    "as an answer": {
      messages: [
        ["pay as Ana", start("pay", { name: "Ana" })],
        [said, set("secret", value)],
        ["yes", { type: "affirm" }],
        ["thanks", set("note", "thanks")],
      ],
      isTold: true,
    },
    "with other values": {
      messages: [
        ["pay it", start("pay")],
        [`I am Ana and it is ${said}, ok`, set("name", "Ana"), set("secret", said)],
      ],
      isTold: true,
    },
    volunteered: {
      messages: [[`Ana pays by ${said} please`, start("pay", { name: "Ana", secret: value })]],
      isTold: true,
    },
    "as a correction": {
      messages: [paid[0], [`no, it is ${said}`, { type: "correct_slot", slot: "secret", value }]],
      isTold: true,
    },
    "refused by a validator": {
      messages: [
        ["check it", start("guarded")],
        [said, set("checked", value)],
        [`really ${said}`, set("checked", value)],
      ],
      isTold: true,
    },
    "to a validator that throws": {
      messages: [
        ["throw it", start("throwing")],
        [said, set("thrown", value)],
      ],
      isTold: false,
    },
    "volunteered to a validator that throws": {
      messages: [[`throw ${said} now`, start("throwing", { thrown: value })]],
      isTold: false,
    },
    "to an action that throws": {
      messages: [
        ["break it", start("breaking")],
        [said, set("secret", value)],
      ],
      isTold: false,
    },
    "in a choice": {
      messages: [
        ["pick it", start("pick")],
        ["the second", set("secret", value)],
      ],
      isTold: true,
    },
    "in a called flow": {
      messages: [
        ["call it", start("caller")],
        [said, set("secret", value)],
        ["Ana", set("name", "Ana")],
      ],
      isTold: true,
    },
    "at a late change": {
      messages: [
        ...paid,
        [`make it ${said}`, { type: "correct_slot", slot: "secret", value }],
        ["ok", set("note", "ok")],
      ],
      isTold: true,
    },
    "at a handoff": {
      messages: [
        ["pay as Ana", start("pay", { name: "Ana" })],
        [`${said} and a person`, set("secret", value), { type: "human_handoff", reason: `about ${said}` }],
      ],
      isTold: false,
    },
    "while a model writes": {
      messages: [
        ["write it", start("write")],
        [said, set("secret", value)],
      ],
      isTold: true,
    },
  };
}
