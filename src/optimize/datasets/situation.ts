import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { ConversationState } from "../../engine/state/conversation-state.ts";
import type { Awaiting, FlowInScope, UnderstandingContext, Vocabulary } from "../../understand/understander.ts";
import { commandSchema } from "./written-command.ts";

/** What rows need not repeat: the flows and slots of the assistant that they are about. */
export interface AssistantInScope {
  readonly hash: string;
  /** All of them; what is active may have been called by another flow. */
  readonly flows: readonly FlowInScope[];
  readonly startable: readonly FlowInScope[];
  readonly vocabulary?: Vocabulary;
  readonly timezone: string;
  readonly language: string;
}

const option = z.strictObject({ label: z.string(), command: commandSchema });

/** Where a message is said, without the time. */
export const placeSchema = z.strictObject({
  awaiting: z.string(),
  active: z.string().optional(),
  paused: z.array(z.string()).default([]),
  known: z.record(z.string(), z.json()).default({}),
  /** The assistant's last message. */
  last: z.string().optional(),
  /** Or more of what was said before. */
  history: z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), text: z.string() }))
    .readonly()
    .optional(),
  options: z.array(option).default([]),
});

export const nowSchema = z.iso.datetime({ offset: true });

export const situationSchema = placeSchema.extend({ name: z.string().optional(), now: nowSchema });
export type Situation = Omit<z.infer<typeof situationSchema>, "known"> & { readonly known: JsonObject };

const unknownName = (what: string, name: string, known: readonly string[]): SoniError =>
  new SoniError("evaluation.unknown_name", `No ${what} named '${name}'. Known: ${known.join(", ")}.`);

/** The situation as an understander meets it. */
export const contextOf = (situation: Situation, scope: AssistantInScope): UnderstandingContext => {
  const find = (name: string): FlowInScope => {
    const found = scope.flows.find((candidate) => candidate.name === name);
    if (found !== undefined) return found;
    throw unknownName(
      "flow",
      name,
      scope.flows.map((flow) => flow.name),
    );
  };
  const { active, last, paused, known, history } = situation;
  return {
    conversationId: `evaluation-${whereOf(situation)}`,
    assistantHash: scope.hash,
    conversationState: stateOf(situation.awaiting),
    awaiting: awaitingOf(situation),
    flows: scope.startable,
    ...(scope.vocabulary === undefined ? {} : { vocabulary: scope.vocabulary }),
    active: active === undefined ? null : find(active),
    paused: paused.map(find),
    known,
    history: history ?? (last === undefined ? [] : [{ role: "assistant", text: last }]),
    commands: [],
    now: Date.parse(situation.now),
    timezone: scope.timezone,
    language: scope.language,
  };
};

/** Short, for people. */
export const whereOf = ({ name, awaiting, active }: Situation): string =>
  name ?? (active === undefined ? awaiting : `${active}: ${awaiting}`);

const stateOf = (awaiting: string): ConversationState => {
  if (awaiting === "message") return "idle";
  return awaiting.endsWith("confirmation") ? "confirming" : "waiting_for_slot";
};

const awaitingOf = ({ awaiting, options }: Situation): Awaiting => {
  const [kind, slot] = awaiting.split(" ");
  switch (kind) {
    case "slot":
      if (slot !== undefined) return { kind, slot };
      break;
    case "choice":
      return { kind, options, ...(slot === undefined ? {} : { slot }) };
    case "message":
    case "confirmation":
    case "cancel_confirmation":
    case "change":
      return { kind };
  }
  throw unknownName("kind of awaiting", awaiting, [
    "message",
    "slot <name>",
    "choice",
    "confirmation",
    "cancel_confirmation",
    "change",
  ]);
};

/** The reverse of `awaitingOf`. */
const awaitingText = (awaiting: Awaiting): string =>
  "slot" in awaiting && awaiting.slot !== undefined ? `${awaiting.kind} ${awaiting.slot}` : awaiting.kind;

/** A context that an understander met, as it is written down. */
export const situationFrom = (context: UnderstandingContext): Situation => ({
  now: new Date(context.now).toISOString(),
  awaiting: awaitingText(context.awaiting),
  ...(context.active === null ? {} : { active: context.active.name }),
  paused: context.paused.map(({ name }) => name),
  known: context.known,
  options:
    context.awaiting.kind === "choice"
      ? context.awaiting.options.map(({ label, command }) => ({ label, command }))
      : [],
  ...(context.history.length === 0 ? {} : { history: context.history.map(({ role, text }) => ({ role, text })) }),
});
