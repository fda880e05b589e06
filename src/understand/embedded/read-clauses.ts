import type { Command } from "../../engine/commands/command.ts";
import type { Json } from "../../engine/json.ts";
import { type ClassifyRequest, classify, type Wish } from "./classify.ts";
import type { EngineInput } from "./engine-input.ts";
import { subjectLines } from "./flow-choice/subject-lines.ts";
import { lackingOf } from "./flows/flow-prior.ts";
import type { FlowScorer } from "./flows/flow-scores.ts";
import { asksForOneMore } from "./flows/one-more.ts";
import { maskedClause, type Reading } from "./read-message.ts";
import { awaitedOf, fillRequest } from "./slots/fill-request.ts";
import { fillSlots } from "./slots/fill-slots.ts";
import { profileOf, type SlotProfile } from "./slots/slot-profile.ts";
import { specialWish } from "./special-wishes.ts";
import type { Clause } from "./text/clauses.ts";
import type { Vectors } from "./vectors/open-vectors.ts";

export interface ReadClause {
  readonly clause: Clause;
  readonly wish: Wish;
  /** A wish told by its form alone. */
  readonly command: Command | null;
}

export interface Sources {
  readonly vectors: Vectors | null;
  readonly scorer: FlowScorer;
}

/** "The recipient is wrong" names no recipient. */
const faulty = /^(?:wrong|incorrect|not \w+|mistaken|false)$/i;

/**
 * Clauses that are asked what they want, from the first: each costs one or two sentence vectors of about 35 ms. No
 * message of SGD has more than six. Values are found in all clauses.
 */
const mostWishes = 16;

/** What each clause wants, given what was asked and what it fills. */
export async function readClauses(
  input: EngineInput,
  reading: Reading,
  sources: Sources,
): Promise<readonly ReadClause[]> {
  const { context, hints } = input;
  const own = (context.active?.slots ?? []).map(profileOf);
  const askable = [...own, ...(hints?.askable ?? []).map(profileOf)];
  const awaited = awaitedOf(input);
  const strict =
    !reading.has("deny") &&
    (context.awaiting.kind === "slot" ||
      (context.awaiting.kind === "choice" && context.awaiting.slot !== undefined) ||
      (context.awaiting.kind === "confirmation" && hints?.offer !== true));
  const flows =
    context.active === null || context.flows.some((flow) => flow.name === context.active?.name)
      ? context.flows
      : [context.active, ...context.flows];
  const confirms = context.awaiting.kind === "confirmation" && hints?.offer !== true;
  const lacking = lackingOf(input, reading);
  const known = new Set(Object.keys(context.known));
  const about = aboutOf(input);
  const pending = context.awaiting.kind !== "message" && hints?.offer !== true;
  const mustStart = hints?.mustStart === true;
  const oneMore = oneMoreOf(input, reading, own);
  const reads: ReadClause[] = [];
  for (const [index, clause] of reading.clauses.entries()) {
    if (index >= mostWishes) {
      reads.push({ clause, command: null, wish: { kind: "statement", scores: [] } });
      continue;
    }
    const filled = fillSlots(fillRequest(input, own, maskedClause(input.message, clause))).filter(
      (slot) => slot.score >= 1,
    );
    const command = specialWish(clause, context, own);
    if (
      command !== null &&
      !("slot" in command && filled.some((slot) => slot.slot === command.slot && !faulty.test(slot.text)))
    ) {
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
        changesKnown: filled.some(
          ({ slot, value, score }) => score > 1.5 && typeof value === "string" && differs(context.known[slot], value),
        ),
        mayRepeat: reading.has("affirm") && hints?.offer !== true,
        oneMore: oneMore(clause),
        offer: hints?.offer === true,
        pending,
        strict: strict || (confirms && fills),
        mustStart,
        lacking,
        known,
        about,
        ...sources,
      }),
    });
  }
  return withValues(input, reads);
}

/** Which clauses ask for another one of what the active flow does, where the user may start it. */
function oneMoreOf(
  input: EngineInput,
  reading: Reading,
  own: readonly SlotProfile[],
): (clause: Clause) => ClassifyRequest["oneMore"] {
  const { context, hints } = input;
  const flow = context.flows.find(({ name }) => name === context.active?.name);
  if (flow === undefined || hints?.offer === true) return () => null;
  const awaited = awaitedOf(input);
  const touched = own.filter(({ slot }) => awaited.has(slot.name) || context.known[slot.name] !== undefined);
  const chooses = context.awaiting.kind !== "slot" && context.awaiting.kind !== "message";
  const also = reading.acts.some(({ text }) => additions.test(text));
  return ({ text }) => asksForOneMore({ text, flow, touched, chooses, also });
}

const additions = /^(?:also|in addition|additionally|plus)$/i;

/** A flow that runs tells the subject better than the lines before. */
function aboutOf({ message, context }: EngineInput): readonly string[] {
  const said = context.history.map(({ text }) => text);
  return context.active === null ? subjectLines(message, said) : [];
}

const differs = (known: Json | undefined, value: string): boolean =>
  typeof known === "string" && known.toLowerCase() !== value.toLowerCase();

/** A question about nothing in particular, beside the start of a flow that it fills, only adds to the wish. */
function withValues(input: EngineInput, reads: readonly ReadClause[]): readonly ReadClause[] {
  const start = reads.find((read) => read.wish.kind === "start");
  const flow = start?.wish.kind === "start" ? start.wish.scores[0]?.flow : undefined;
  if (flow === undefined) return reads;
  const profiles = flow.slots.map(profileOf);
  return reads.map((read) => {
    if (read.wish.kind !== "question" || read.wish.topics.length > 0) return read;
    const fills = fillSlots({
      ...fillRequest(input, profiles, maskedClause(input.message, read.clause)),
      awaited: new Set(),
    });
    return fills.length === 0 ? read : { ...read, wish: { kind: "statement", scores: [] } };
  });
}
