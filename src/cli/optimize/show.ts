import type { GateCheck } from "../../optimize/gate/gate.ts";
import type { Power } from "../../optimize/gate/power.ts";
import type { GateCost, OptimizationOutcome } from "../../optimize/optimize-program.ts";
import { usesText } from "../../optimize/report/optimize-report.ts";
import type { OptimizeResult } from "../../optimize/report/optimize-result.ts";
import type { SpendingLimits, Spent } from "../../optimize/search/budget.ts";
import { type Estimate, minutesFor, usualSeconds } from "../../optimize/search/estimate.ts";
import type { SearchProblem } from "../../optimize/search/search.ts";
import type { Paint } from "../console.ts";
import { about, count, dollars, points } from "./figures.ts";
import type { Splits } from "./rows.ts";

interface Estimated {
  readonly search: Estimate;
  readonly gate: GateCost;
  readonly limits: SpendingLimits;
  readonly power: Power;
  readonly splits: Splits;
}

/** What a run will probably take, and what its test set can find out, before the first call. */
export function showEstimate(
  { search, gate: { probable: gate }, limits, power, splits }: Estimated,
  given: {
    readonly search: string;
    readonly problem: Pick<SearchProblem, "effort" | "student" | "writer" | "concurrency">;
    readonly paint: Paint;
  },
): string {
  const { effort, student, writer, concurrency } = given.problem;
  const models = student.name === writer.name ? student.name : `${student.name}, written by ${writer.name}`;
  // The gate asks the same kind of question, at the same price.
  const money = search.money === null ? "" : `, ${dollars(search.money * (1 + gate.tokens / search.tokens))}`;
  const most = limitText(limits);
  return [
    `${given.paint("bold", `${given.search}, ${effort}`)} for ${models}`,
    `  rows      ${splits.train.length} to learn from, ${splits.dev.length} to choose by, ${splits.test.length} for the gate${
      splits.keptBack === 0 ? "" : `; ${splits.keptBack} of stored conversations are not learnt from`
    }`,
    `  estimate  ${about(search.calls + gate.calls)} calls, ${about(search.tokens + gate.tokens)} tokens${money}; of these ${about(gate.calls)} calls for the gate${
      student.name === writer.name ? "" : `, and ${about(search.writerCalls)} to ${writer.name}`
    }`,
    `  time      about ${duration(search.minutes + minutesFor(gate.calls, concurrency))}, if an answer takes ${usualSeconds.answer} seconds, and an instruction ${usualSeconds.text}`,
    ...(most === "" ? [] : [`  limit     ${most}`]),
    `  test set  finds ${points(power.finds80)} in four of five cases, and +5.0 points in ${(power.findsFivePoints * 100).toFixed(0)} of 100`,
  ].join("\n");
}

/** The result for people: the verdict, each check, what it took, and what to do next. */
export function showResult(
  result: OptimizeResult,
  { folder, place, paint }: { readonly folder: string; readonly place: string; readonly paint: Paint },
): string {
  const { verdict, program, gate, spent, uses } = result;
  const best = result.candidates[result.best];
  const lines = [
    headline(result, paint),
    ...(gate?.checks ?? []).map((check) => `  ${mark(check, paint)} ${check.name.padEnd(12)} ${check.says}`),
    ...(gate === null
      ? []
      : [`  The messages of the gate find ${points(gate.power.finds80)} in four of five cases. ${usesText(uses)}`]),
    `  ${spentText(spent)}`,
    ...(best === undefined
      ? []
      : [`  ${result.candidates.length} programs; the best is number ${best.id}: ${best.origin}`]),
    `  report: ${place}/report.html`,
  ];
  if (verdict === "accepted" && program !== null)
    lines.push(
      `  next:   soni optimize diff ${folder} ${program.id}`,
      `          soni optimize apply ${folder} ${program.id}`,
    );
  return lines.join("\n");
}

const headline = ({ verdict, program }: OptimizeResult, paint: Paint): string => {
  switch (verdict) {
    case "accepted":
      return `${paint("green", "accepted")} ${program?.file ?? ""}`;
    case "refused":
      return `${paint("yellow", "refused")} ${program?.id ?? ""}: the present program stays.`;
    case "nothing_better":
      return `${paint("yellow", "not better")} No program was better than the present one on the rows to choose by.`;
    case "repeats_customers":
      return `${paint("yellow", "refused")} The program repeats messages of stored conversations. Allow it with --learn-from-conversations.`;
    default:
      return verdict satisfies never;
  }
};

export const mark = ({ result }: GateCheck, paint: Paint): string => {
  if (result === "passed") return paint("green", "passed   ");
  return result === "refused" ? paint("red", "refused  ") : paint("dim", "not asked");
};

/** Why a run ended before its end, and how to go on. */
export function showStopped(
  { reason, message, spent }: Extract<OptimizationOutcome, { readonly kind: "stopped" }>,
  paint: Paint,
): string {
  const way = {
    interrupted: "Nothing is lost: run the same command with --resume to continue.",
    too_many_failures: "What was answered is kept: run the same command with --resume when the provider is well again.",
    budget_too_small: "What was answered is kept: run the same command with --resume and a larger budget.",
  }[reason];
  return `${paint(reason === "interrupted" ? "yellow" : "red", reason === "interrupted" ? "stopped" : "failed")} ${message} ${way}\n  ${spentText(spent)}`;
}

const spentText = ({ calls, inputTokens, outputTokens, money, failures }: Spent): string =>
  `spent: ${count(calls)} calls, ${count(inputTokens + outputTokens)} tokens${money === null ? "" : `, ${dollars(money)}`}${
    failures === 0 ? "" : `; ${failures} without an answer`
  }`;

const duration = (minutes: number): string =>
  minutes < 90 ? `${Math.ceil(minutes)} minute${minutes > 1 ? "s" : ""}` : `${(minutes / 60).toFixed(1)} hours`;

const limitText = ({ calls, tokens, money, minutes }: SpendingLimits): string =>
  [
    ...(calls === undefined ? [] : [`${count(calls)} calls`]),
    ...(tokens === undefined ? [] : [`${count(tokens)} tokens`]),
    ...(money === undefined ? [] : [dollars(money)]),
    ...(minutes === undefined ? [] : [`${minutes} minutes`]),
  ].join(", ");
