import type { Command } from "../../domain/command.ts";
import type { Json } from "../../domain/json.ts";
import { parseDate } from "../../domain/language/parse-date.ts";
import { parseTime } from "../../domain/language/parse-time.ts";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import { classify, oneMore, type Wish } from "./classify.ts";
import type { EngineInput, EngineResult, FoundCommand } from "./engine-input.ts";
import { createFlowScorer, type FlowScore, type FlowScorer } from "./flows/flow-scores.ts";
import { maskedTo, type Reading, readMessage } from "./read-message.ts";
import { settle } from "./settle.ts";
import { booleanValue } from "./slots/boolean.ts";
import { fillSlots } from "./slots/fill-slots.ts";
import type { FilledSlot, FillRequest } from "./slots/filled-slot.ts";
import { profileOf, type SlotProfile } from "./slots/slot-profile.ts";
import { chosenOption, specialWish } from "./special-wishes.ts";
import type { Clause } from "./text/clauses.ts";
import type { Vectors } from "./vectors/open-vectors.ts";

export interface Engine {
  understand(input: EngineInput): Promise<EngineResult>;
}

/** What a missing name and each other missing value cost a flow that competes with others. */
const lackingName = 0.08;
const lackingValue = 0.02;
/** What each value given for it speaks for a flow. */
const givenValue = 0.03;
/** What speaks for a flow that goes on with what was just offered, when the user names such a deed. */
const takingOffer = 0.1;
const deeds =
  /\b(?:book|reserve|buy|purchase|play|watch|rent|schedule|listen|take it|get it|put it|cast|reservation|booking|appointment|tickets?)\b/i;

interface Read {
  readonly clause: Clause;
  readonly wish: Wish;
  readonly command: Command | null;
}

/** Understands one message; everything it knows is in the input. `vectors` null: keywords alone. */
export function createEngine(vectors: Vectors | null): Engine {
  const sources = { vectors, scorer: createFlowScorer(vectors) };
  return { understand: (input) => understand(input, sources) };
}

interface Sources {
  readonly vectors: Vectors | null;
  readonly scorer: FlowScorer;
}

async function understand(input: EngineInput, sources: Sources): Promise<EngineResult> {
  const { message, context } = input;
  const reading = readMessage(message);
  if (context.awaiting.kind === "choice") {
    const command = chosenOption(message, context.awaiting.options);
    if (command !== null) return { found: [{ command }], acts: [], alternatives: false, confidence: 0.9 };
  }
  const reads = await readClauses(input, reading, sources);
  const found = settle(assemble(input, reading, withValues(input, reads)), { input, reading });
  return {
    found,
    acts: reading.acts.map((act) => act.type),
    alternatives: reading.clauses.some((clause) => clause.alternatives),
    confidence: confidenceOf(reads, found),
  };
}

const awaitedOf = ({ context, hints }: EngineInput): ReadonlySet<string> => {
  const slot =
    context.awaiting.kind === "slot"
      ? [context.awaiting.slot]
      : context.awaiting.kind === "choice" && context.awaiting.slot !== undefined
        ? [context.awaiting.slot]
        : [];
  return new Set([...slot, ...(hints?.alsoAwaited ?? [])]);
};

async function readClauses(input: EngineInput, reading: Reading, sources: Sources): Promise<readonly Read[]> {
  const { context, hints } = input;
  const own = (context.active?.slots ?? []).map(profileOf);
  const askable = [...own, ...(hints?.askable ?? []).map(profileOf)];
  const awaited = awaitedOf(input);
  const strict =
    !reading.has("deny") &&
    (context.awaiting.kind === "slot" || (context.awaiting.kind === "confirmation" && hints?.offer !== true));
  const flows =
    context.active === null || context.flows.some((flow) => flow.name === context.active?.name)
      ? context.flows
      : [context.active, ...context.flows];
  const confirms = context.awaiting.kind === "confirmation" && hints?.offer !== true;
  const lacking = lackingOf(input, reading);
  const known = new Set(Object.keys(context.known));
  const mustStart = hints?.mustStart === true;
  const reads: Read[] = [];
  for (const clause of reading.clauses) {
    const filled = fillSlots(fillRequest(input, own, maskedTo(input.message, [clause]))).filter(
      (slot) => slot.score >= 1,
    );
    const command = specialWish(clause, context, own);
    if (command !== null && !("slot" in command && filled.some((slot) => slot.slot === command.slot))) {
      reads.push({ clause, command, wish: { kind: "statement", scores: [] } });
      continue;
    }
    const fills = filled.length > 0;
    const fillsAwaited = filled.some((slot) => awaited.has(slot.slot));
    reads.push({
      clause,
      command: null,
      wish: await classify({
        clause,
        flows,
        active: context.active,
        askable,
        awaited,
        fills,
        fillsAwaited,
        mayRepeat: reading.has("affirm") && hints?.offer !== true,
        offer: hints?.offer === true,
        strict: strict || (confirms && fills),
        mustStart,
        lacking,
        known,
        ...sources,
      }),
    });
  }
  return reads;
}

/** A flow that needs the name of something nobody has named yet is less likely than one that finds it. */
function lackingOf(input: EngineInput, reading: Reading): (flow: FlowInScope) => number {
  const text = maskedTo(input.message, reading.clauses);
  const known = new Map<string, number>();
  const compute = (flow: FlowInScope): number => {
    const open = flow.slots
      .filter(
        (slot) =>
          slot.required &&
          input.context.known[slot.name] === undefined &&
          input.hints?.shown?.[slot.name] === undefined,
      )
      .map(profileOf);
    if (open.length === 0) return 0;
    const filled = new Set(
      fillSlots({ ...fillRequest(input, open, text), awaited: new Set() }).map((slot) => slot.slot),
    );
    const lacking = open.filter((profile) => !filled.has(profile.slot.name));
    const name = lacking.some(
      (profile) => profile.kind === "title" || profile.kind === "person" || (profile.kind === "place" && profile.wide),
    );
    return (
      (name ? lackingName : 0) + lackingValue * Math.min(4, lacking.length) - givenValue * Math.min(3, filled.size)
    );
  };
  return (flow) => {
    const value = known.get(flow.name) ?? compute(flow) - (takesOffer(input, flow) ? takingOffer : 0);
    known.set(flow.name, value);
    return value;
  };
}

function takesOffer({ context, hints, message }: EngineInput, flow: FlowInScope): boolean {
  if (hints?.offer !== true || context.active === null || flow.name === context.active.name || !deeds.test(message))
    return false;
  const searched = new Set(context.active.slots.filter((slot) => slot.required).map((slot) => slot.name));
  return flow.slots.some((slot) => slot.required && hints.shown?.[slot.name] !== undefined && !searched.has(slot.name));
}

function fillRequest(input: EngineInput, profiles: readonly SlotProfile[], text: string): FillRequest {
  const { context, hints } = input;
  return {
    text,
    profiles,
    awaited: awaitedOf(input),
    known: context.known,
    shown: hints?.shown ?? {},
    said: context.history.findLast((line) => line.role === "assistant")?.text ?? "",
    now: context.now,
    timezone: context.timezone,
  };
}

/** A question about nothing in particular, beside the start of a flow that it fills, only adds to the wish. */
function withValues(input: EngineInput, reads: readonly Read[]): readonly Read[] {
  const start = reads.find((read) => read.wish.kind === "start");
  const flow = start?.wish.kind === "start" ? start.wish.scores[0]?.flow : undefined;
  if (flow === undefined) return reads;
  const profiles = flow.slots.map(profileOf);
  return reads.map((read) => {
    if (read.wish.kind !== "question" || read.wish.topics.length > 0) return read;
    const fills = fillSlots({
      ...fillRequest(input, profiles, maskedTo(input.message, [read.clause])),
      awaited: new Set(),
    });
    return fills.length === 0 ? read : { ...read, wish: { kind: "statement", scores: [] } };
  });
}

/** Puts acts, wishes and values together, in the order in which they were said. */
function assemble(input: EngineInput, reading: Reading, reads: readonly Read[]): readonly FoundCommand[] {
  const { context } = input;
  const found: FoundCommand[] = [];
  for (const act of reading.acts) {
    const command = commandOfAct(act.type, context);
    if (command !== null && !found.some((other) => other.command.type === command.type)) found.push({ command });
  }
  for (const read of reads) if (read.command !== null) found.push({ command: read.command });
  for (const { wish, clause } of reads) {
    if (wish.kind !== "question") continue;
    const topics = wish.topics.length > 0 ? wish.topics : [clause.text];
    found.push(
      ...topics.map((topic) => ({ command: { type: "clarify", topic, kind: "question", text: clause.text } as const })),
    );
  }
  const valueReads = reads.filter((read) => read.command === null && read.wish.kind !== "question");
  const started = startedFlows(valueReads, input);
  const [first] = started;
  const before = context.active === null ? [] : valueReads.slice(0, first?.from ?? valueReads.length);
  if (context.active !== null && before.length > 0) found.push(...activeValues(input, context.active, before));
  if (context.active !== null && reading.clauses.length === 0) found.push(...answered(input, reading, context.active));
  for (const { flow, from, to, again } of started) {
    const own = valueReads.slice(context.active === null && from === first?.from ? 0 : from, to);
    const text = maskedTo(
      input.message,
      own.map((read) => read.clause),
    );
    const values = fillSlots({ ...fillRequest(input, flow.slots.map(profileOf), text), known: {}, awaited: new Set() });
    const given = values
      .filter((slot) => slot.value !== null)
      .map((slot): [string, Json] => [slot.slot, canonical(slot, flow, context)]);
    found.push({
      command: {
        type: "start_flow",
        flow: flow.name,
        ...(given.length === 0 ? {} : { slots: Object.fromEntries(given) }),
        ...(again ? { newInstance: true } : {}),
      },
      values: values.map((slot) => valueCommand(slot, { flow, context, fresh: true })),
    });
  }
  return found;
}

interface Started {
  readonly flow: FlowInScope;
  readonly from: number;
  readonly to: number;
  /** Another instance of the flow that is active now. */
  readonly again: boolean;
}

function startedFlows(values: readonly Read[], { context, hints }: EngineInput): readonly Started[] {
  const groups: { readonly from: number; readonly scores: FlowScore[][] }[] = [];
  for (const [index, read] of values.entries()) {
    if (read.wish.kind !== "start") continue;
    const last = groups.at(-1);
    if (last === undefined || (hints?.mustStart !== true && isOwnWish(read.wish.scores, bestOf(last.scores))))
      groups.push({ from: index, scores: [[...read.wish.scores]] });
    else last.scores.push([...read.wish.scores]);
  }
  const started = groups.map((group, index) => {
    const flow = bestOf(group.scores);
    const again = flow.name === context.active?.name && oneMore.test(values[group.from]?.clause.text ?? "");
    return { flow, from: group.from, to: groups[index + 1]?.from ?? values.length, again };
  });
  return started.filter(
    ({ flow, again }, index) =>
      (again || flow.name !== context.active?.name) &&
      started.findIndex((other) => other.flow.name === flow.name) === index,
  );
}

/** A second flow needs to be a wish of its own, not a detail of the first. */
function isOwnWish(scores: readonly FlowScore[], before: FlowInScope): boolean {
  const [best] = scores;
  const rival = scores.find((score) => score.flow.name === before.name)?.score ?? 0;
  return best !== undefined && best.flow.name !== before.name && best.score >= 0.42 && best.score - rival >= 0.18;
}

/** The flow that several clauses together point to. */
function bestOf(clauses: readonly (readonly FlowScore[])[]): FlowInScope {
  const totals = new Map<FlowInScope, number>();
  for (const scores of clauses) for (const { flow, score } of scores) totals.set(flow, (totals.get(flow) ?? 0) + score);
  const [best] = [...totals].sort(([, left], [, right]) => right - left);
  if (best === undefined) throw new Error("a clause that starts a flow has scores");
  return best[0];
}

function commandOfAct(type: string, context: UnderstandingContext): Command | null {
  const awaits = context.awaiting.kind;
  switch (type) {
    case "affirm":
      return { type: "affirm" };
    case "deny":
      return { type: "deny" };
    case "cancel":
      return awaits === "cancel_confirmation" ? { type: "affirm" } : { type: "cancel_flow" };
    case "repeat":
      return { type: "repeat" };
    case "handoff":
      return { type: "human_handoff" };
    case "help":
      return { type: "clarify", topic: "help", kind: "help" };
    case "status":
      return { type: "clarify", topic: "status", kind: "status" };
    case "why":
      return {
        type: "clarify",
        topic: awaits === "slot" ? (context.awaiting as { slot: string }).slot : "why",
        kind: "clarification",
      };
    case "thanks":
    case "goodbye":
    case "greeting":
    case "chitchat":
      return { type: "chitchat", hint: type };
    default:
      return null;
  }
}

function activeValues(input: EngineInput, flow: FlowInScope, reads: readonly Read[]): readonly FoundCommand[] {
  const text = maskedTo(
    input.message,
    reads.map((read) => read.clause),
  );
  const values = fillSlots(fillRequest(input, flow.slots.map(profileOf), text));
  return values.map((slot) => valueCommand(slot, { flow, context: input.context, fresh: false }));
}

/** "Yes" and "no" answer an awaited boolean. */
function answered(input: EngineInput, reading: Reading, flow: FlowInScope): readonly FoundCommand[] {
  const awaited = awaitedOf(input);
  const slot = flow.slots
    .map(profileOf)
    .find((profile) => awaited.has(profile.slot.name) && profile.kind === "boolean");
  if (slot === undefined) return [];
  const value = reading.has("deny") ? "false" : reading.has("affirm") ? "true" : null;
  return value === null
    ? []
    : [{ command: { type: "set_slot", slot: slot.slot.name, value: booleanValue(slot, value) }, text: value }];
}

interface ValuePlace {
  readonly flow: FlowInScope;
  readonly context: UnderstandingContext;
  readonly fresh: boolean;
}

function valueCommand(slot: FilledSlot, { flow, context, fresh }: ValuePlace): FoundCommand {
  if (slot.value === null) return { command: { type: "skip_slot", slot: slot.slot }, text: slot.text };
  const value = canonical(slot, flow, context);
  const known = fresh ? undefined : context.known[slot.slot];
  const type = known !== undefined && known !== null ? "correct_slot" : "set_slot";
  return { command: { type, slot: slot.slot, value }, text: slot.text };
}

/** Dates and times in ISO form where they can be read; everything else as found. */
function canonical(slot: FilledSlot, flow: FlowInScope, context: UnderstandingContext): Json {
  const definition = flow.slots.find((candidate) => candidate.name === slot.slot);
  if (definition === undefined || typeof slot.value !== "string") return slot.value;
  if (definition.type === "date") return dayInKnownMonth(slot, context) ?? parseDate(slot.text, context) ?? slot.text;
  if (definition.type === "time") return parseTime(slot.text) ?? slot.text;
  return slot.value;
}

/** "The 21st" said of a date that is known keeps its month. */
function dayInKnownMonth(slot: FilledSlot, context: UnderstandingContext): string | null {
  const known = context.known[slot.slot];
  const day = /^(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)$/i.exec(slot.text)?.[1];
  if (day === undefined || typeof known !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(known)) return null;
  return parseDate(`${known.slice(0, 8)}${day.padStart(2, "0")}`, context);
}

function confidenceOf(reads: readonly Read[], found: readonly FoundCommand[]): number {
  if (found.length === 0) return 0.2;
  const start = reads.find((read) => read.wish.kind === "start");
  return start?.wish.kind === "start" ? Math.min(1, Math.max(0.3, start.wish.scores[0]?.score ?? 0.5)) : 0.8;
}
