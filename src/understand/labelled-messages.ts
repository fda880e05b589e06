import { parse } from "yaml";
import { z } from "zod";
import type { Command } from "../engine/commands/command.ts";
import { SoniError } from "../engine/errors.ts";
import type { JsonObject } from "../engine/json.ts";
import { slotTypeNames } from "../engine/slot-types/slot-types.ts";
import type { ConversationState } from "../engine/state/conversation-state.ts";
import { parseCommandText } from "./command-text.ts";
import type { Awaiting, FlowInScope, UnderstandingContext, Vocabulary } from "./understander.ts";

/** One labelled message: what is said, where, and what must be understood. */
export interface LabelledMessage {
  readonly message: string;
  /** Name of the context in its file. */
  readonly where: string;
  readonly context: UnderstandingContext;
  readonly expected: readonly Command[];
}

/** What a file need not repeat: the flows and slots of the assistant that it is about. */
export interface AssistantInScope {
  readonly hash: string;
  /** All of them; what is active may have been called by another flow. */
  readonly flows: readonly FlowInScope[];
  readonly startable: readonly FlowInScope[];
  readonly vocabulary?: Vocabulary;
  readonly timezone: string;
  readonly language: string;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const command = z.string().transform((text, issues) => {
  const parsed = parseCommandText(text);
  if (parsed === undefined) issues.addIssue(`'${text}' is not a command`);
  return parsed ?? z.NEVER;
});
const slot = z.strictObject({
  type: z.enum(slotTypeNames),
  description: z.string(),
  prompt: z.string().optional(),
  examples: z.array(scalar).default([]),
  values: z
    .array(
      z.union([
        scalar.transform((value) => ({ value, synonyms: [] as string[] })),
        z.strictObject({ value: scalar, synonyms: z.array(scalar).default([]) }),
      ]),
    )
    .default([]),
  required: z.boolean().default(true),
});
const flow = z.strictObject({
  description: z.string(),
  examples: z.array(z.string()).default([]),
  slots: z.array(z.string()).default([]),
});
const where = z.strictObject({
  awaiting: z.string(),
  active: z.string().optional(),
  paused: z.array(z.string()).default([]),
  known: z.record(z.string(), z.json()).default({}),
  last: z.string().optional(),
  options: z.array(z.strictObject({ label: z.string(), command })).default([]),
});
const file = z.strictObject({
  now: z.iso.datetime({ offset: true }),
  timezone: z.string().optional(),
  language: z.string().optional(),
  slots: z.record(z.string(), slot).default({}),
  flows: z.record(z.string(), flow).optional(),
  contexts: z.record(z.string(), where),
  cases: z.array(z.tuple([z.string(), z.string(), z.array(command)])),
});
type File = z.infer<typeof file>;

/** Reads a file of labelled messages, as in tests/understanding. Its own flows, if it has any, stand for the assistant's. */
export const readLabelledMessages = (text: string, assistant?: AssistantInScope): readonly LabelledMessage[] => {
  const read = file.safeParse(parse(text));
  if (!read.success) throw new SoniError("evaluation.bad_file", z.prettifyError(read.error));
  const scope = scopeOf(read.data, assistant);
  const contexts = new Map(Object.keys(read.data.contexts).map((name) => [name, contextOf(read.data, scope, name)]));
  return read.data.cases.map(([name, message, expected]) => {
    const context = contexts.get(name);
    if (context === undefined) throw unknown("context", name, [...contexts.keys()]);
    return { message, where: name, context, expected };
  });
};

const scopeOf = (data: File, assistant: AssistantInScope | undefined): AssistantInScope => {
  const own = data.flows === undefined ? undefined : Object.keys(data.flows).map((name) => flowOf(data, name));
  const timezone = data.timezone ?? assistant?.timezone;
  if (timezone === undefined) throw new SoniError("evaluation.bad_file", "It names no timezone.");
  return {
    hash: own === undefined && assistant !== undefined ? assistant.hash : "evaluation",
    flows: own ?? assistant?.flows ?? [],
    startable: own ?? assistant?.startable ?? [],
    timezone,
    language: data.language ?? assistant?.language ?? "en",
  };
};

const unknown = (what: string, name: string, known: readonly string[]): SoniError =>
  new SoniError("evaluation.unknown_name", `No ${what} named '${name}'. Known: ${known.join(", ")}.`);

const contextOf = (data: File, scope: AssistantInScope, name: string): UnderstandingContext => {
  const here = data.contexts[name];
  if (here === undefined) throw unknown("context", name, Object.keys(data.contexts));
  const find = (flowName: string): FlowInScope => {
    const found = scope.flows.find((candidate) => candidate.name === flowName);
    if (found !== undefined) return found;
    throw unknown("flow", flowName, namesOf(scope));
  };
  return {
    conversationId: `evaluation-${name}`,
    assistantHash: scope.hash,
    conversationState: stateOf(here.awaiting),
    awaiting: awaitingOf(here),
    flows: scope.startable,
    ...(scope.vocabulary === undefined ? {} : { vocabulary: scope.vocabulary }),
    active: here.active === undefined ? null : find(here.active),
    paused: here.paused.map(find),
    known: here.known as JsonObject,
    history: here.last === undefined ? [] : [{ role: "assistant", text: here.last }],
    commands: [],
    now: Date.parse(data.now),
    timezone: scope.timezone,
    language: scope.language,
  };
};

const namesOf = ({ flows }: AssistantInScope): readonly string[] => flows.map((known) => known.name);

const flowOf = (data: File, name: string): FlowInScope => {
  const found = data.flows?.[name];
  if (found === undefined) throw unknown("flow", name, Object.keys(data.flows ?? {}));
  return {
    name,
    description: found.description,
    examples: found.examples,
    slots: found.slots.map((slotName) => {
      const { prompt, ...rest } = data.slots[slotName] ?? fail(slotName, data);
      return { name: slotName, ...rest, ...(prompt === undefined ? {} : { prompt }) };
    }),
  };
};

const fail = (slotName: string, data: File): never => {
  throw unknown("slot", slotName, Object.keys(data.slots));
};

const stateOf = (awaiting: string): ConversationState => {
  if (awaiting === "message") return "idle";
  return awaiting.endsWith("confirmation") ? "confirming" : "waiting_for_slot";
};

const awaitingOf = ({ awaiting, options }: File["contexts"][string]): Awaiting => {
  const [kind, slotName] = awaiting.split(" ");
  switch (kind) {
    case "slot":
      if (slotName !== undefined) return { kind, slot: slotName };
      break;
    case "choice":
      return { kind, options, ...(slotName === undefined ? {} : { slot: slotName }) };
    case "message":
    case "confirmation":
    case "cancel_confirmation":
    case "change":
      return { kind };
  }
  throw unknown("kind of awaiting", awaiting, [
    "message",
    "slot <name>",
    "choice",
    "confirmation",
    "cancel_confirmation",
    "change",
  ]);
};
