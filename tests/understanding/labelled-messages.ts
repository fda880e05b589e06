import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Command } from "../../src/domain/command.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Awaiting, FlowInScope, SlotInScope, UnderstandingContext } from "../../src/understand/understander.ts";

export interface LabelledMessage {
  readonly place: string;
  readonly message: string;
  readonly expected: readonly string[];
  readonly context: UnderstandingContext;
}

interface SlotYaml {
  readonly type: SlotInScope["type"];
  readonly description: string;
  readonly prompt?: string;
  readonly examples?: readonly string[];
  readonly values?: readonly (string | { readonly value: string; readonly synonyms: readonly string[] })[];
  readonly required?: boolean;
}

interface ContextYaml {
  readonly awaiting: string;
  readonly active?: string;
  readonly paused?: readonly string[];
  readonly known?: JsonObject;
  readonly last?: string;
  readonly options?: readonly { readonly label: string; readonly command: string }[];
}

interface FileYaml {
  readonly now: string;
  readonly timezone: string;
  readonly slots: Readonly<Record<string, SlotYaml>>;
  readonly flows: Readonly<
    Record<
      string,
      { readonly description: string; readonly examples: readonly string[]; readonly slots: readonly string[] }
    >
  >;
  readonly contexts: Readonly<Record<string, ContextYaml>>;
  readonly cases: readonly (readonly [string, string, readonly string[]])[];
}

export function readLabelledMessages(path: string): readonly LabelledMessage[] {
  const file = parse(readFileSync(path, "utf8")) as FileYaml;
  const flows = new Map(Object.keys(file.flows).map((name) => [name, flowOf(file, name)]));
  const find = (name: string): FlowInScope => {
    const flow = flows.get(name);
    if (flow === undefined) throw new Error(`${path} names no flow '${name}'`);
    return flow;
  };
  return file.cases.map(([place, message, expected]) => {
    const yaml = file.contexts[place];
    if (yaml === undefined) throw new Error(`${path} has no context '${place}'`);
    return { place, message, expected, context: contextOf(file, yaml, { path, find, flows: [...flows.values()] }) };
  });
}

function flowOf(file: FileYaml, name: string): FlowInScope {
  const flow = file.flows[name];
  if (flow === undefined) throw new Error(`no flow '${name}'`);
  return {
    name,
    description: flow.description,
    examples: flow.examples,
    slots: flow.slots.map((slot) => slotOf(file, slot)),
  };
}

function slotOf(file: FileYaml, name: string): SlotInScope {
  const slot = file.slots[name];
  if (slot === undefined) throw new Error(`no slot '${name}'`);
  return {
    name,
    type: slot.type,
    description: slot.description,
    ...(slot.prompt === undefined ? {} : { prompt: slot.prompt }),
    examples: slot.examples ?? [],
    values: (slot.values ?? []).map((value) => (typeof value === "string" ? { value, synonyms: [] } : value)),
    required: slot.required ?? true,
  };
}

interface Names {
  readonly path: string;
  readonly find: (name: string) => FlowInScope;
  readonly flows: readonly FlowInScope[];
}

function contextOf(file: FileYaml, yaml: ContextYaml, { path, find, flows }: Names): UnderstandingContext {
  const awaiting = awaitingOf(yaml);
  return {
    conversationId: "labelled",
    assistantHash: path,
    conversationState:
      awaiting.kind === "message" ? "idle" : awaiting.kind.endsWith("confirmation") ? "confirming" : "waiting_for_slot",
    awaiting,
    flows,
    active: yaml.active === undefined ? null : find(yaml.active),
    paused: (yaml.paused ?? []).map(find),
    known: yaml.known ?? {},
    history: yaml.last === undefined ? [] : [{ role: "assistant", text: yaml.last }],
    commands: [],
    now: Date.parse(file.now),
    timezone: file.timezone,
    language: "en",
  };
}

function awaitingOf(yaml: ContextYaml): Awaiting {
  const [kind, slot = ""] = yaml.awaiting.split(" ");
  if (kind === "slot") return { kind, slot };
  if (kind === "choice") {
    return {
      kind,
      options: (yaml.options ?? []).map(({ label, command }) => ({
        label,
        command: { type: "start_flow", flow: command.split(" ")[1] ?? "" },
      })),
    };
  }
  return { kind: kind as "message" | "confirmation" | "cancel_confirmation" | "change" };
}

/** Commands in the notation of the files; slots of a started flow are written as set_slot after it. */
export function notationOf(commands: readonly Command[]): readonly string[] {
  return commands.flatMap((command): readonly string[] => {
    switch (command.type) {
      case "start_flow":
        return [
          `start_flow ${command.flow}${command.newInstance === true ? " new" : ""}`,
          ...Object.entries(command.slots ?? {}).map(([slot, value]) => `set_slot ${slot}=${String(value)}`),
        ];
      case "set_slot":
      case "correct_slot":
        return [`${command.type} ${command.slot}=${String(command.value)}`];
      case "clear_slot":
      case "skip_slot":
        return [`${command.type} ${command.slot}`];
      case "deny":
        return [command.slot === undefined ? "deny" : `deny slot=${command.slot}`];
      case "clarify":
        return [`clarify ${command.kind} topic=${command.topic}`];
      case "resume_flow":
        return [`resume_flow${command.flow === undefined ? "" : ` ${command.flow}`}`];
      default:
        return [command.type];
    }
  });
}

/** The same commands, whatever the order of slots and the capitals of names; a clarify without topic takes any. */
export function sameCommands(actual: readonly string[], expected: readonly string[]): boolean {
  const left = expected.map((text) => text.toLowerCase());
  const right = actual.map((text) => text.toLowerCase());
  if (left.length !== right.length) return false;
  const open = [...right];
  return left.every((wanted) => {
    const index = open.findIndex(
      (given) => given === wanted || (/^clarify \w+$/.test(wanted) && given.startsWith(`${wanted} `)),
    );
    if (index >= 0) open.splice(index, 1);
    return index >= 0;
  });
}
