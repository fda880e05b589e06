import type { Command } from "../../domain/command.ts";
import type { Json } from "../../domain/json.ts";
import { parseDate } from "../../domain/language/parse-date.ts";
import { parseTime } from "../../domain/language/parse-time.ts";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import { classify, type Wish } from "./classify.ts";
import type { EngineInput, EngineResult, FoundCommand } from "./engine-input.ts";
import { maskedTo, readMessage, type Reading } from "./read-message.ts";
import { fillSlots } from "./slots/fill-slots.ts";
import type { FilledSlot, FillRequest } from "./slots/filled-slot.ts";
import { profileOf, type SlotProfile } from "./slots/slot-profile.ts";
import { chosenOption, specialWish } from "./special-wishes.ts";
import type { Clause } from "./text/clauses.ts";
import type { Vectors } from "./vectors/open-vectors.ts";
import { valueOf } from "./slots/boolean.ts";

export interface Engine {
  understand(input: EngineInput): Promise<EngineResult>;
}

interface Read {
  readonly clause: Clause;
  readonly wish: Wish;
  readonly command: Command | null;
}

/** Understands one message; everything it knows is in the input. `vectors` null: keywords alone. */
export function createEngine(vectors: Vectors | null): Engine {
  return { understand: (input) => understand(input, vectors) };
}

async function understand(input: EngineInput, vectors: Vectors | null): Promise<EngineResult> {
  const { message, context } = input;
  const reading = readMessage(message);
  if (context.awaiting.kind === "choice") {
    const command = chosenOption(message, context.awaiting.options);
    if (command !== null) return { found: [{ command }], confidence: 0.9 };
  }
  const reads = await readClauses(input, reading, vectors);
  const found = assemble(input, reading, reads);
  return { found, confidence: confidenceOf(reads, found) };
}

const awaitedOf = ({ context, hints }: EngineInput): ReadonlySet<string> => {
  const slot = context.awaiting.kind === "slot" ? [context.awaiting.slot] : context.awaiting.kind === "choice" && context.awaiting.slot !== undefined ? [context.awaiting.slot] : [];
  return new Set([...slot, ...(hints?.alsoAwaited ?? [])]);
};

async function readClauses(input: EngineInput, reading: Reading, vectors: Vectors | null): Promise<readonly Read[]> {
  const { context, hints } = input;
  const own = (context.active?.slots ?? []).map(profileOf);
  const askable = [...own, ...(hints?.askable ?? []).map(profileOf)];
  const awaited = awaitedOf(input);
  const strict = context.awaiting.kind === "slot" || (context.awaiting.kind === "confirmation" && hints?.offer !== true);
  const flows = context.active === null || context.flows.some((flow) => flow.name === context.active?.name) ? context.flows : [context.active, ...context.flows];
  const reads: Read[] = [];
  for (const clause of reading.clauses) {
    const command = specialWish(clause, context, own);
    if (command !== null) {
      reads.push({ clause, command, wish: { kind: "statement", scores: [] } });
      continue;
    }
    const fills = fillSlots(fillRequest(input, own, maskedTo(input.message, [clause]))).some((slot) => slot.score >= 1);
    reads.push({ clause, command: null, wish: await classify({ clause, flows, active: context.active, askable, awaited, fills, strict, vectors }) });
  }
  return reads;
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

/** Puts acts, wishes and values together, in the order in which they were said. */
function assemble(input: EngineInput, reading: Reading, reads: readonly Read[]): readonly FoundCommand[] {
  const { context } = input;
  const started = startedFlows(reads, context);
  const found: FoundCommand[] = [];
  for (const act of reading.acts) {
    const command = commandOfAct(act.type, context);
    if (command !== null && !found.some((other) => other.command.type === command.type)) found.push({ command });
  }
  for (const read of reads) if (read.command !== null) found.push({ command: read.command });
  for (const read of reads) {
    if (read.wish.kind === "question") found.push(...read.wish.topics.length > 0 ? read.wish.topics.map((topic) => ({ command: { type: "clarify", topic, kind: "question", text: read.clause.text } as const })) : [{ command: { type: "clarify", topic: read.clause.text, kind: "question", text: read.clause.text } as const }]);
  }
  const valueReads = reads.filter((read) => read.command === null && read.wish.kind !== "question");
  const firstStart = valueReads.findIndex((read) => read.wish.kind === "start");
  const activeReads = context.active === null || firstStart < 0 ? valueReads : valueReads.slice(0, firstStart);
  if (context.active !== null && activeReads.length > 0) found.push(...activeValues(input, context.active, activeReads));
  else if (context.active !== null && reading.clauses.length === 0) found.push(...answered(input, reading, context.active));
  for (const { flow, from, to } of started) {
    const own = valueReads.slice(context.active === null && from === firstStart ? 0 : from, to);
    const values = fillSlots({ ...fillRequest(input, flow.slots.map(profileOf), maskedTo(input.message, own.map((read) => read.clause))), known: {}, awaited: new Set() });
    found.push({ command: { type: "start_flow", flow: flow.name, ...(values.length === 0 ? {} : { slots: Object.fromEntries(values.filter((slot) => slot.value !== null).map((slot) => [slot.slot, canonical(slot, flow, context)])) }) } });
    found.push(...values.map((slot) => valueCommand(slot, { flow, context, fresh: true })));
  }
  return found;
}

interface Started {
  readonly flow: FlowInScope;
  readonly from: number;
  readonly to: number;
}

function startedFlows(reads: readonly Read[], context: UnderstandingContext): readonly Started[] {
  const values = reads.filter((read) => read.command === null && read.wish.kind !== "question");
  const started: Started[] = [];
  for (const [index, read] of values.entries()) {
    if (read.wish.kind !== "start") continue;
    const best = read.wish.scores[0];
    const last = started.at(-1);
    if (best === undefined || started.some((other) => other.flow.name === best.flow.name)) continue;
    // A second flow needs to be a wish of its own, not a detail of the first.
    const rival = last === undefined ? 0 : (read.wish.scores.find((score) => score.flow.name === last.flow.name)?.score ?? 0);
    if (last !== undefined && best.score - rival < 0.15) continue;
    if (last !== undefined) started[started.length - 1] = { ...last, to: index };
    started.push({ flow: best.flow, from: index, to: values.length });
  }
  void context;
  return started;
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
      return { type: "clarify", topic: awaits === "slot" ? (context.awaiting as { slot: string }).slot : "why", kind: "clarification" };
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
  const text = maskedTo(input.message, reads.map((read) => read.clause));
  const values = fillSlots(fillRequest(input, flow.slots.map(profileOf), text));
  return values.map((slot) => valueCommand(slot, { flow, context: input.context, fresh: false }));
}

/** "Yes" and "no" answer an awaited boolean. */
function answered(input: EngineInput, reading: Reading, flow: FlowInScope): readonly FoundCommand[] {
  const awaited = awaitedOf(input);
  const slot = flow.slots.map(profileOf).find((profile) => awaited.has(profile.slot.name) && profile.kind === "boolean");
  if (slot === undefined) return [];
  const value = reading.has("deny") ? "false" : reading.has("affirm") ? "true" : null;
  return value === null ? [] : [{ command: { type: "set_slot", slot: slot.slot.name, value: valueOf(slot, value) }, text: value }];
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
  if (definition.type === "date") return parseDate(slot.text, context) ?? slot.text;
  if (definition.type === "time") return parseTime(slot.text) ?? slot.text;
  return slot.value;
}

function confidenceOf(reads: readonly Read[], found: readonly FoundCommand[]): number {
  if (found.length === 0) return 0.2;
  const start = reads.find((read) => read.wish.kind === "start");
  return start?.wish.kind === "start" ? Math.min(1, Math.max(0.3, start.wish.scores[0]?.score ?? 0.5)) : 0.8;
}
