import type { FlowInScope } from "../understander.ts";
import type { FlowScore, FlowScorer, FlowScores } from "./flows/flow-scores.ts";
import { commonWords } from "./lexicon/common-words.ts";
import { listedSlot } from "./questions/listed-slot.ts";
import { questionForm } from "./questions/question-form.ts";
import { type Topic, topicsOf } from "./questions/question-topic.ts";
import type { SlotProfile } from "./slots/slot-profile.ts";
import type { Clause } from "./text/clauses.ts";
import { respelled } from "./text/respell.ts";
import { tokensOf } from "./text/tokens.ts";
import type { Vectors } from "./vectors/open-vectors.ts";

/** What a clause wants. */
export type Wish =
  | {
      readonly kind: "start";
      readonly scores: readonly FlowScore[];
      /** Another one of what the active flow does. */
      readonly again?: true;
    }
  | { readonly kind: "question"; readonly topics: readonly string[] }
  | { readonly kind: "statement"; readonly scores: readonly FlowScore[] };

export interface ClassifyRequest {
  readonly clause: Clause;
  readonly flows: readonly FlowInScope[];
  readonly active: FlowInScope | null;
  /** Slots that a question may be about. */
  readonly askable: readonly SlotProfile[];
  readonly awaited: ReadonlySet<string>;
  /** The clause holds a value for a slot that can be set now. */
  readonly fills: boolean;
  /** Among them one that the assistant asked for. */
  readonly fillsAwaited: boolean;
  /** It gives another value for a slot that has one. */
  readonly changesKnown: boolean;
  /** Another instance of the active flow may be wished for. */
  readonly mayRepeat: boolean;
  /** How surely it asks for another one of what the active flow does. */
  readonly oneMore: "plainly" | "perhaps" | null;
  /** Something was offered. */
  readonly offer: boolean;
  /** The assistant waits for an answer of its own choosing. */
  readonly pending: boolean;
  /** An answer is expected: other wishes must be plain. */
  readonly strict: boolean;
  /** The message is known to start a flow. */
  readonly mustStart: boolean;
  /** What each flow still lacks before it could run, by name: a reason to prefer another. */
  readonly lacking: (flow: FlowInScope) => number;
  readonly known: ReadonlySet<string>;
  /** Lines that tell the subject of a message which has none of its own, the latest last. */
  readonly about: readonly string[];
  readonly vectors: Vectors | null;
  readonly scorer: FlowScorer;
}

export const oneMore = /\b(?:another|a new|one more|a second|an additional)\b/i;

/** Flows worth a closer look; the others cannot win. */
const closeLook = 6;

/**
 * With nothing running, a clause starts a flow unless it is this likely that it starts none. The probability takes both
 * for equally frequent, but most messages to an assistant are meant for it; and a doubtful start is asked about anyway.
 * A question may as well be one for the documents.
 */
const surelyOutOfScope = 0.98;
const surelyQuestion = 0.95;
/** From here on, slips of the finger may be why nothing fits. */
const doubtful = 0.9;
/** How fast that probability changes with a score. */
const scoreSteepness = 19;
/** How near a clause must come to a flow while another is active, and how much nearer than to that one. */
const activeThreshold = 0.33;
const margin = 0.05;
const strictMargin = 0.15;

export async function classify(request: ClassifyRequest): Promise<Wish> {
  const { clause, active, vectors } = request;
  if (active !== null && (request.oneMore === "plainly" || (await isOneMore(request, active))))
    return { kind: "start", scores: [{ flow: active, score: 1 }], again: true };
  // A short answer to the question that was asked needs no model.
  if (request.fillsAwaited && !clause.asks && clause.text.split(/\s+/).length <= 4)
    return { kind: "statement", scores: [] };
  const form = questionForm(clause.text, clause.asks);
  const listed = listedSlot(clause.text, [
    ...request.askable.map(({ slot }) => slot),
    ...request.flows.flatMap((flow) => flow.slots),
  ]);
  if (listed !== null && !clause.alternatives) return { kind: "question", topics: [listed] };
  const asked = form.asks || form.tells;
  const topics = asked ? await topicsOf(clause.text, request.askable, { vectors, known: request.known }) : [];
  const { scores, outOfScope } = await scoresOf(request);
  const best = scores[0];
  const named = asked ? await allNamed(request, namedTopics(topics, request.awaited)) : [];
  const own = scores.find((score) => score.flow.name === active?.name)?.score ?? 0.2;
  const reachesFlow =
    best !== undefined &&
    best.flow.name !== active?.name &&
    form.requests &&
    !form.tells &&
    best.score > 0.55 &&
    best.score - own > 0.3;
  if (
    named.length > 0 &&
    !reachesFlow &&
    !(clause.alternatives && request.offer) &&
    !(form.orders && !form.tells && request.fills) &&
    !request.changesKnown &&
    !(request.fillsAwaited && !/^(?:what|where|when|who|which|how)\b/i.test(clause.text))
  )
    return { kind: "question", topics: named };
  if (best !== undefined && starts(request, { best, scores, outOfScope, requests: form.requests, asks: form.asks }))
    return { kind: "start", scores };
  // "What is included in business?" names a value, but does not choose it.
  if (request.pending && form.inquires && request.fills) return { kind: "question", topics: [] };
  if (request.fills || clause.alternatives) return { kind: "statement", scores };
  if (form.asks && !form.requests) return { kind: "question", topics: fallbackTopics(request, topics) };
  // "How long does a transfer take?" holds the verb of a request, but wants to know.
  if (form.inquires) return { kind: "question", topics: [] };
  return { kind: "statement", scores };
}

/** "Cancel another booking" is one more of another flow, whatever words they share. */
async function isOneMore(request: ClassifyRequest, active: FlowInScope): Promise<boolean> {
  if (request.oneMore === null) return false;
  const { scores } = await scoresOf(request);
  const own = scores.find(({ flow }) => flow.name === active.name)?.score ?? 0;
  return (scores[0]?.score ?? 0) - own < margin;
}

async function scoresOf(request: ClassifyRequest): Promise<FlowScores> {
  const { clause, flows, about, scorer } = request;
  const plain = await scorer.score(clause.text, flows, about);
  const likely = plain.outOfScope < doubtful || request.active !== null;
  const spelled = likely
    ? clause.text
    : respelled(clause.text, vocabularyOf(plain.scores.slice(0, 50).map(({ flow }) => flow)));
  const { scores, outOfScope } = spelled === clause.text ? plain : await scorer.score(spelled, flows, about);
  const weighed = scores
    .map(({ flow, score }, index) => ({ flow, score: index < closeLook ? score - request.lacking(flow) : score }))
    .sort((left, right) => right.score - left.score);
  const [best] = weighed;
  return { scores: weighed, outOfScope: best === undefined ? 1 : shifted(outOfScope, request.lacking(best.flow)) };
}

/** What a flow lacks or was given is evidence on the scale of its score, which the chooser has not seen. */
function shifted(outOfScope: number, lacking: number): number {
  const odds = (outOfScope / (1 - outOfScope)) * Math.exp(scoreSteepness * lacking);
  return odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds);
}

function vocabularyOf(flows: readonly FlowInScope[]): ReadonlySet<string> {
  const texts = flows.flatMap((flow) => [flow.description, ...flow.examples]);
  return new Set([...commonWords, ...texts.flatMap((text) => tokensOf(text).map((token) => token.lower))]);
}

function starts(
  request: ClassifyRequest,
  found: {
    readonly best: FlowScore;
    readonly scores: readonly FlowScore[];
    readonly outOfScope: number;
    readonly requests: boolean;
    readonly asks: boolean;
  },
): boolean {
  const { best, scores, outOfScope, requests, asks } = found;
  const { active } = request;
  if (active === null) return request.mustStart || outOfScope < (asks && !requests ? surelyQuestion : surelyOutOfScope);
  if (best.flow.name === active.name) return request.mayRepeat && oneMore.test(request.clause.text);
  const own = scores.find((score) => score.flow.name === active.name)?.score ?? 0;
  const gap = best.score - own;
  // "Anything else" after an offer asks for another of the same kind.
  if (request.clause.alternatives && gap < 0.3) return false;
  if (request.strict && request.fillsAwaited) return requests && best.score >= 0.5 && gap >= 2 * strictMargin;
  if (request.strict && best.score >= 0.5 && gap >= strictMargin && (requests || asks)) return true;
  if (request.strict)
    return requests && best.score >= activeThreshold && gap >= (request.fills ? 2 * strictMargin : strictMargin);
  return requests ? best.score >= 0.25 && gap >= margin : best.score >= activeThreshold && gap >= 0.2;
}

/** Topics whose own words stand in the question: all that are as clear as the clearest. */
function namedTopics(topics: readonly Topic[], awaited: ReadonlySet<string>): readonly string[] {
  const clear = topics.filter(
    (topic) => topic.words >= 0.45 && topic.words + topic.near + (awaited.has(topic.slot) ? 0.2 : 0) >= 0.75,
  );
  return clear[0] === undefined ? [] : [clear[0].slot];
}

/** Parts of one question that are looked at. */
const mostParts = 8;

/** "What's the address and phone number?" asks twice: each part that names a slot of its own counts. */
async function allNamed(request: ClassifyRequest, whole: readonly string[]): Promise<readonly string[]> {
  const parts = request.clause.text
    .split(/(?<!\s)\s+(?:and|or|as well as|plus|along with)\s+|,\s+/i)
    .slice(0, mostParts);
  if (whole.length === 0 || parts.length < 2) return whole;
  const each = await Promise.all(
    parts.map((part) => topicsOf(part, request.askable, { vectors: null, known: request.known })),
  );
  const named = each.flatMap(([best, second]) =>
    best !== undefined && best.words >= 0.45 && best.words > (second?.words ?? 0) - 0.01 ? [best.slot] : [],
  );
  return named.length > 1 ? [...new Set(named)] : whole;
}

/** No word names a slot: the nearest in meaning, or what "it" and "them" point to. */
function fallbackTopics(request: ClassifyRequest, topics: readonly Topic[]): readonly string[] {
  const [best, second] = topics;
  if (best !== undefined && best.near + 0.3 * best.words >= 0.42 && best.near - (second?.near ?? 0) > -0.1)
    return [best.slot];
  const [awaited] = request.awaited;
  const points = /\b(?:them|those|these|that|they|options|difference|choices)\b/i.test(request.clause.text);
  return points && awaited !== undefined ? [awaited] : [];
}
