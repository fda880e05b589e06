import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../../engine/json.ts";
import type { PromptProgram } from "../../understand/program.ts";
import { programId } from "../../understand/program-id.ts";
import type { LabelledRow } from "../datasets/row.ts";
import type { PairedComparison } from "../metrics/compare-paired.ts";
import type { Estimate } from "../metrics/intervals.ts";
import type { Spent } from "../search/budget.ts";
import type { GateResult } from "./gate.ts";

/** How a program came about, for its file. */
export interface Making {
  /** A hash of the flows and slots that prompts are made of. */
  readonly assistant: string;
  readonly rows: readonly LabelledRow[];
  readonly base: PromptProgram;
  readonly with: string;
  readonly effort: string;
  readonly metric: string;
  readonly seed: number;
  readonly model: string;
  readonly writer: string;
  /** Whether rows of conversations could be shown. */
  readonly fromConversations: boolean;
  readonly spent: Spent;
  readonly gate: GateResult;
  /** Earlier uses of the test set. */
  readonly uses: number;
}

/**
 * A program as a file: the program itself, and under `made` where it comes from, how good it is and what it took. The figures
 * quote no message.
 */
export const artefactOf = (program: PromptProgram, making: Making): JsonObject => {
  const { gate, spent } = making;
  const { comparison, exact, power } = gate;
  const made: JsonObject = {
    id: programId(program),
    accepted: gate.accepted,
    with: making.with,
    effort: making.effort,
    metric: making.metric,
    seed: making.seed,
    model: making.model,
    writer: making.writer,
    assistant: making.assistant,
    data: dataHash(making.rows),
    base: programId(making.base),
    conversations: making.fromConversations,
    test: {
      rows: comparison.rows,
      groups: comparison.groups,
      usedBefore: making.uses,
      findsInFourOfFive: round(power.finds80),
    },
    score: { change: changeOf(comparison), p: round(comparison.p) },
    exact: {
      before: estimate(gate.before.exact),
      after: estimate(gate.after.exact),
      change: changeOf(exact),
      p: round(exact.p),
    },
    f1: { before: estimate(gate.before.f1), after: estimate(gate.after.f1) },
    commands: Object.fromEntries(
      gate.commands.map(({ type, expected, before, after }): [string, Json] => [
        type,
        { expected, before: estimate(before), after: estimate(after) },
      ]),
    ),
    costOfMessage: { unit: gate.cost.unit, before: round(gate.cost.before), after: round(gate.cost.after) },
    injections:
      gate.injections === null
        ? null
        : {
            planted: gate.injections.attacks,
            obeyedBefore: gate.injections.before.length,
            obeyedAfter: gate.injections.after.length,
          },
    checks: Object.fromEntries(gate.checks.map(({ name, result }): [string, Json] => [name, result])),
    spent: {
      calls: spent.calls,
      inputTokens: spent.inputTokens,
      outputTokens: spent.outputTokens,
      dollars: spent.money === null ? null : round(spent.money),
    },
  };
  const { commands, slots, rephrase, options } = program;
  return {
    commands: commands as unknown as Json,
    slots: slots as unknown as Json,
    ...(rephrase === undefined ? {} : { rephrase: rephrase as unknown as Json }),
    ...(options === undefined ? {} : { options: { ...options } }),
    made,
  };
};

/** Of the rows themselves, in whatever order they come. */
export const dataHash = (rows: readonly LabelledRow[]): string =>
  createHash("sha256")
    .update(JSON.stringify(rows.map(({ id, group }) => [id, group]).sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))))
    .digest("hex")
    .slice(0, 16);

/** Six digits: more would differ between machines, and say nothing. */
const round = (value: number): number => Number(value.toPrecision(6));

const estimate = ({ value, low, high }: Estimate): Json => [round(value), round(low), round(high)];

const changeOf = ({ value, low, high }: PairedComparison): Json => estimate({ value, low, high });
