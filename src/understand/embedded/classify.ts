import type { FlowInScope } from "../understander.ts";
import { type FlowScore, scoreFlows } from "./flows/flow-scores.ts";
import { questionForm } from "./questions/question-form.ts";
import { type Topic, topicsOf } from "./questions/question-topic.ts";
import type { SlotProfile } from "./slots/slot-profile.ts";
import type { Clause } from "./text/clauses.ts";
import type { Vectors } from "./vectors/open-vectors.ts";

/** What a clause wants. */
export type Wish =
  | { readonly kind: "start"; readonly scores: readonly FlowScore[] }
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
  /** An answer is expected: other wishes must be plain. */
  readonly strict: boolean;
  readonly vectors: Vectors | null;
}

/** How near a clause must come to a flow, and how much nearer than to the active one. */
const idleThreshold = 0.3;
const activeThreshold = 0.33;
const margin = 0.05;
const strictMargin = 0.12;

export async function classify(request: ClassifyRequest): Promise<Wish> {
  const { clause, active, vectors } = request;
  const form = questionForm(clause.text, clause.asks);
  const topics = form.asks || form.tells ? await topicsOf(clause.text, request.askable, vectors) : [];
  const scores = await scoreFlows(clause.text, request.flows, vectors);
  const best = scores[0];
  const named = namedTopics(topics, request.awaited);
  const reachesFlow = best !== undefined && best.score > (active === null ? 0.55 : 0.6) && best.flow.name !== active?.name && (form.requests || active === null);
  if (named.length > 0 && !reachesFlow && !(form.requests && !form.tells && request.fills)) return { kind: "question", topics: named };
  if (best !== undefined && starts(request, { best, scores, requests: form.requests || clause.alternatives })) return { kind: "start", scores };
  if (request.fills || clause.alternatives) return { kind: "statement", scores };
  if (form.asks && !form.requests) return { kind: "question", topics: fallbackTopics(request, topics) };
  if (form.asks && best !== undefined && best.flow.name !== active?.name && best.score < activeThreshold) return { kind: "question", topics: [] };
  return { kind: "statement", scores };
}

function starts(request: ClassifyRequest, found: { readonly best: FlowScore; readonly scores: readonly FlowScore[]; readonly requests: boolean }): boolean {
  const { best, scores, requests } = found;
  const { active } = request;
  if (active === null) return best.score >= idleThreshold;
  if (best.flow.name === active.name) return false;
  const own = scores.find((score) => score.flow.name === active.name)?.score ?? 0;
  const needed = request.strict ? strictMargin : margin;
  if (request.strict && request.fills && best.score - own < 0.25) return false;
  return requests && best.score >= activeThreshold && best.score - own >= needed;
}

/** Topics whose own words stand in the question: all that are as clear as the clearest. */
function namedTopics(topics: readonly Topic[], awaited: ReadonlySet<string>): readonly string[] {
  const clear = topics.filter((topic) => topic.words >= 0.45 && topic.words + topic.near >= 0.75);
  const best = clear[0];
  if (best === undefined) return [];
  void awaited;
  return [best.slot];
}

/** No word names a slot: the nearest in meaning, or what "it" and "them" point to. */
function fallbackTopics(request: ClassifyRequest, topics: readonly Topic[]): readonly string[] {
  const [best, second] = topics;
  if (best !== undefined && best.near + 0.3 * best.words >= 0.42 && best.near - (second?.near ?? 0) > -0.1) return [best.slot];
  const [awaited] = request.awaited;
  const points = /\b(?:them|those|these|that|they|options|difference|choices)\b/i.test(request.clause.text);
  return points && awaited !== undefined ? [awaited] : [];
}
