import { programId } from "../understand/program-id.ts";
import type { LabelledRow } from "./datasets/row.ts";
import { memoryCache } from "./evaluate/answer-cache.ts";
import { modelCandidate } from "./evaluate/candidate.ts";
import { customerTextIn } from "./gate/customer-text.ts";
import { type GateResult, judgeProgram } from "./gate/gate.ts";
import { planAttacks } from "./robustness/injections.ts";
import { turnBudget } from "./search/ask-row.ts";
import { addCost, type Cost, noCost, type SpendingLimits, type Spent, timesCost } from "./search/budget.ts";
import type { Journal } from "./search/journal.ts";
import { openLedger } from "./search/ledger.ts";
import { rowCosts } from "./search/row-costs.ts";
import type { Progress, Search, SearchOutcome, SearchProblem } from "./search/search.ts";

export type Searched = Extract<SearchOutcome, { readonly ok: true }>;

/** A search, and the gate that judges what it found. */
export interface Optimization {
  readonly search: Search;
  /** Its budget is that of both. */
  readonly problem: SearchProblem;
  /** Rows that the search never sees. */
  readonly test: readonly LabelledRow[];
  /** The answers that the gate gets, apart from those of the search. */
  readonly gateJournal: Journal;
  readonly maxCostIncrease?: number;
  readonly maxLoss?: number;
  /** Whether rows of stored conversations may be repeated in a program. */
  readonly fromConversations: boolean;
}

export type OptimizationOutcome =
  | { readonly kind: "judged"; readonly searched: Searched; readonly gate: GateResult; readonly spent: Spent }
  | { readonly kind: "nothing_better"; readonly searched: Searched; readonly spent: Spent }
  /** It repeats messages of stored conversations, by the ids of their rows, and nobody asked for that. */
  | {
      readonly kind: "repeats_customers";
      readonly searched: Searched;
      readonly rows: readonly string[];
      readonly spent: Spent;
    }
  | {
      readonly kind: "stopped";
      readonly reason: Extract<SearchOutcome, { readonly ok: false }>["reason"];
      readonly message: string;
      readonly spent: Spent;
    };

/** Searches for a better program, and lets the gate decide. All calls of both together stay within the budget. */
export const optimizeProgram = async (given: Optimization): Promise<OptimizationOutcome> => {
  const { problem, test } = given;
  const { reserved } = await gateCost(given);
  const limits = without(problem.budget.limits, reserved);
  const searched = await given.search({ ...problem, budget: { ...problem.budget, limits } });
  if (!searched.ok)
    return { kind: "stopped", ...searched, message: stoppedBecause(searched, problem.budget.limits, reserved) };
  const { best, candidates, spent } = searched;
  // One that is only cheaper would use the test set up, and be refused.
  const isBetter = (best.full ?? 0) > (candidates[0]?.full ?? 0);
  if (!isBetter || programId(best.program) === programId(problem.program))
    return { kind: "nothing_better", searched, spent };
  const rows = given.fromConversations ? [] : customerTextIn(best.program, [...problem.train, ...problem.dev, ...test]);
  if (rows.length > 0) return { kind: "repeats_customers", searched, rows, spent };
  return judge(given, searched);
};

const judge = async (given: Optimization, searched: Searched): Promise<OptimizationOutcome> => {
  const { problem, test } = given;
  const { budget, signal, concurrency } = problem;
  const ledger = openLedger({
    ...problem,
    budget: { ...budget, limits: remaining(budget.limits, searched.spent) },
    journal: given.gateJournal,
  });
  const candidate = (name: string, program: SearchProblem["program"]) =>
    modelCandidate(ledger.model, {
      ...problem.understanding,
      name,
      program,
      time: budget.time,
      budget: turnBudget(problem.understanding ?? {}),
      meter: { cache: memoryCache(), identity: "", now: () => budget.time.now() },
    });
  const spent = (): Spent => sumOf(searched.spent, ledger.spent());
  const outcome = await judgeProgram({
    present: candidate("present", problem.program),
    proposed: candidate("new", searched.best.program),
    rows: test,
    metric: problem.metric,
    maxErrors: Math.floor(test.length * mostFailed),
    ...(given.maxCostIncrease === undefined ? {} : { maxCostIncrease: given.maxCostIncrease }),
    ...(given.maxLoss === undefined ? {} : { maxLoss: given.maxLoss }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(signal === undefined ? {} : { signal }),
    onAnswer: (doing) => problem.onProgress?.(progressOf(doing, searched, spent())),
  });
  if (outcome.ok) return { kind: "judged", searched, gate: outcome.result, spent: spent() };
  if (outcome.run.stopped === "interrupted")
    return { kind: "stopped", reason: "interrupted", message: "It was interrupted in the gate.", spent: spent() };
  if (ledger.isExhausted)
    return {
      kind: "stopped",
      reason: "budget_too_small",
      message: "The budget was spent before the gate could decide.",
      spent: spent(),
    };
  const failed = outcome.run.answers.flatMap(({ answer }) => (answer.kind === "failed" ? [answer] : []));
  const [first] = failed;
  const message = `The provider did not answer ${failed.length} questions of the gate${first === undefined ? "" : `: ${first.code}`}.`;
  return { kind: "stopped", reason: "too_many_failures", message, spent: spent() };
};

/** A limit that looks large enough may be too small because of what the gate needs: each limit is told with that. */
const stoppedBecause = (
  { reason, message }: Extract<SearchOutcome, { readonly ok: false }>,
  limits: SpendingLimits,
  { calls, tokens, money }: Cost,
): string => {
  const aside = [
    ...(limits.calls === undefined ? [] : [`${Math.ceil(calls).toLocaleString("en")} of ${limits.calls} calls`]),
    ...(limits.tokens === undefined ? [] : [`${Math.ceil(tokens).toLocaleString("en")} of ${limits.tokens} tokens`]),
    ...(limits.money === undefined ? [] : [`$${money.toFixed(2)} of $${limits.money}`]),
  ];
  return reason === "budget_too_small" && aside.length > 0 ? `${message} The gate needs ${aside.join(", ")}.` : message;
};

/** Of the rows of the gate: more without an answer would make it another test set. */
const mostFailed = 0.05;

/** Programs of a search are longer than the present one, and some questions are asked again. */
const margin = 1.5;

export interface GateCost {
  /** Both programs on all test rows, and on the planted texts. */
  readonly probable: Cost;
  /** What a search has to leave for it. */
  readonly reserved: Cost;
}

/** What the gate takes. */
export const gateCost = async ({ problem, test }: Pick<Optimization, "problem" | "test">): Promise<GateCost> => {
  const [first] = test;
  if (first === undefined) return { probable: noCost, reserved: noCost };
  const costs = rowCosts(problem);
  const questions = 2 * (test.length + planAttacks(test).length);
  const row = await costs.probable(problem.program, first, { soFar: noCost, answered: 0 });
  const probable = timesCost(row, questions);
  // The last questions are asked only if there is room for the longest answers that they can get.
  const atOnce = timesCost(await costs.most(problem.program, first), problem.concurrency ?? 8);
  return { probable, reserved: addCost(timesCost(probable, margin), atOnce) };
};

const without = (limits: SpendingLimits, { calls, tokens, money }: Cost): SpendingLimits => ({
  ...limits,
  ...(limits.calls === undefined ? {} : { calls: Math.max(0, limits.calls - Math.ceil(calls)) }),
  ...(limits.tokens === undefined ? {} : { tokens: Math.max(0, limits.tokens - Math.ceil(tokens)) }),
  ...(limits.money === undefined ? {} : { money: Math.max(0, limits.money - money) }),
  // Of the time, the gate's share is not known before anything was asked.
  ...(limits.minutes === undefined ? {} : { minutes: limits.minutes * searchShare }),
});

const searchShare = 0.8;

const remaining = (limits: SpendingLimits, spent: Spent): SpendingLimits => ({
  ...(limits.calls === undefined ? {} : { calls: limits.calls - spent.calls }),
  ...(limits.tokens === undefined ? {} : { tokens: limits.tokens - spent.inputTokens - spent.outputTokens }),
  ...(limits.money === undefined ? {} : { money: limits.money - (spent.money ?? 0) }),
  ...(limits.minutes === undefined ? {} : { minutes: limits.minutes - spent.minutes }),
});

const sumOf = (a: Spent, b: Spent): Spent => ({
  calls: a.calls + b.calls,
  writerCalls: a.writerCalls + b.writerCalls,
  inputTokens: a.inputTokens + b.inputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  money: a.money === null || b.money === null ? null : a.money + b.money,
  minutes: a.minutes + b.minutes,
  failures: a.failures + b.failures,
});

const progressOf = (doing: string, { best, candidates }: Searched, spent: Spent): Progress => ({
  doing,
  spent,
  candidates: candidates.length,
  present: candidates[0]?.full ?? null,
  best: best.full,
});
