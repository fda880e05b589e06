import type { FlowInScope } from "../../understander.ts";
import { oneMore, type Wish } from "../classify.ts";
import type { EngineInput } from "../engine-input.ts";
import type { Clause } from "../text/clauses.ts";
import type { FlowScore } from "./flow-scores.ts";

export interface Started {
  readonly flow: FlowInScope;
  readonly from: number;
  readonly to: number;
  /** Another instance of the flow that is active now. */
  readonly again: boolean;
  /** Others that are as likely: ask which. */
  readonly rivals: readonly FlowInScope[];
}

/** Flows nearer to each other than this cannot be told apart, unless the best is beyond doubt. */
const sameScore = 0.03;
const beyondDoubt = 0.55;

/** Flows that the clauses start, each with the range of clauses that belong to it. */
export function startedFlows(
  values: readonly { readonly clause: Clause; readonly wish: Wish }[],
  { context, hints }: EngineInput,
): readonly Started[] {
  const groups: { readonly from: number; readonly scores: FlowScore[][] }[] = [];
  for (const [index, read] of values.entries()) {
    if (read.wish.kind !== "start") continue;
    const last = groups.at(-1);
    if (last === undefined || (hints?.mustStart !== true && isOwnWish(read.wish.scores, bestOf(last.scores))))
      groups.push({ from: index, scores: [[...read.wish.scores]] });
    else last.scores.push([...read.wish.scores]);
  }
  // A flow that was called is active: what the user started is one of the others.
  const isCalled = context.active !== null && context.flows.every(({ name }) => name !== context.active?.name);
  const started = groups.map((group, index) => {
    const flow = bestOf(group.scores);
    const from = values[group.from];
    const isAgain = from?.wish.kind === "start" && from.wish.again === true;
    const again =
      (isCalled || flow.name === context.active?.name) && (isAgain || oneMore.test(from?.clause.text ?? ""));
    const rivals = context.active === null && hints?.decides !== true ? rivalsOf(group.scores) : [];
    return { flow, from: group.from, to: groups[index + 1]?.from ?? values.length, again, rivals };
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

/** At most two others that fit as well as the best. */
function rivalsOf(clauses: readonly (readonly FlowScore[])[]): readonly FlowInScope[] {
  const [scores = [], ...others] = clauses;
  const [best, ...rest] = scores;
  if (others.length > 0 || best === undefined || best.score > beyondDoubt) return [];
  return rest
    .filter(({ score }) => best.score - score < sameScore)
    .slice(0, 2)
    .map(({ flow }) => flow);
}

/** The flow that several clauses together point to. */
function bestOf(clauses: readonly (readonly FlowScore[])[]): FlowInScope {
  const totals = new Map<FlowInScope, number>();
  for (const scores of clauses) for (const { flow, score } of scores) totals.set(flow, (totals.get(flow) ?? 0) + score);
  const [best] = [...totals].sort(([, left], [, right]) => right - left);
  if (best === undefined) throw new Error("a clause that starts a flow has scores");
  return best[0];
}
