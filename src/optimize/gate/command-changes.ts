import type { CommandType } from "../../engine/commands/command.ts";
import type { AnsweredRow, CandidateRun } from "../evaluate/run-candidate.ts";
import { compareCommands } from "../metrics/compare-commands.ts";
import { bootstrapEstimate, byGroup, type Estimate, type Grouped, shareEstimate } from "../metrics/intervals.ts";
import { seededRandom } from "../metrics/random.ts";
import { addCounts, type Counts, f1Of, noCounts } from "../metrics/totals.ts";

/** F1 of one command, with the present program and with the new one. */
export interface CommandChange {
  readonly type: string;
  /** Labels with it, on rows that both answered. */
  readonly expected: number;
  readonly before: Estimate;
  readonly after: Estimate;
  /** It lets an effect run, ends a task, takes something back or calls a person. */
  readonly hasConsequences: boolean;
}

/** The others ask, tell or fill, and the next message can put them right. */
const withConsequences: ReadonlySet<string> = new Set<CommandType>([
  "affirm",
  "deny",
  "cancel_flow",
  "restart_flow",
  "undo",
  "human_handoff",
  "custom",
]);

/** Commands with consequences that lose more F1 than they may. */
export const worsened = (changes: readonly CommandChange[], limit: number): readonly CommandChange[] =>
  changes.filter(({ hasConsequences, before, after }) => hasConsequences && before.value - after.value > limit + 1e-9);

/** For each command that is a label or was understood, the most frequent label first. */
export const commandChanges = (before: CandidateRun, after: CandidateRun): readonly CommandChange[] => {
  const [old, now] = [countsByType(before), countsByType(after)];
  const both = new Set([...old.keys()].filter((id) => now.has(id)));
  const types = [...new Set([...old.values(), ...now.values()].flatMap(({ counts }) => [...counts.keys()]))];
  return types
    .map((type): CommandChange => {
      const rowsOf = (counted: ReadonlyMap<string, Counted>): readonly Grouped<Counts>[] =>
        [...both].flatMap((id) => {
          const row = counted.get(id);
          return row === undefined ? [] : [{ group: row.group, value: row.counts.get(type) ?? noCounts }];
        });
      const labelled = rowsOf(old);
      return {
        type,
        expected: labelled.reduce((sum, { value }) => sum + value.expected, 0),
        before: f1Estimate(labelled),
        after: f1Estimate(rowsOf(now)),
        hasConsequences: withConsequences.has(type),
      };
    })
    .sort((a, b) => b.expected - a.expected || (a.type < b.type ? -1 : 1));
};

interface Counted {
  readonly group: string;
  readonly counts: ReadonlyMap<string, Counts>;
}

const countsByType = ({ answers }: CandidateRun): ReadonlyMap<string, Counted> =>
  new Map(
    answers.flatMap(({ row, answer }) =>
      answer.kind === "answered" ? [[row.id, { group: row.group, counts: countsOf(row, answer) }] as const] : [],
    ),
  );

const countsOf = (
  { expected, context }: AnsweredRow["row"],
  { commands }: Extract<AnsweredRow["answer"], { readonly kind: "answered" }>,
): ReadonlyMap<string, Counts> => {
  const { correct, missed, invented } = compareCommands(expected, commands, context);
  const counts = new Map<string, Counts>();
  const add = (type: string, more: Partial<Counts>): void => {
    counts.set(type, addCounts(counts.get(type) ?? noCounts, { ...noCounts, ...more }));
  };
  for (const { type } of correct) add(type, { expected: 1, understood: 1, correct: 1 });
  for (const { type } of missed) add(type, { expected: 1 });
  for (const { type } of invented) add(type, { understood: 1 });
  return counts;
};

/** Where resampling says nothing, because all rows are alike, the share of right rows gives the range. */
const f1Estimate = (rows: readonly Grouped<Counts>[]): Estimate => {
  const concerned = rows.filter(({ value }) => value.expected + value.understood > 0);
  const groups = byGroup(concerned).map((counts) => counts.reduce(addCounts, noCounts));
  const statistic = (drawn: readonly Counts[]): number => f1Of(drawn.reduce(addCounts, noCounts));
  const { value, low, high } = bootstrapEstimate(groups, statistic, { random: seededRandom("f1"), samples: 500 });
  if (Number.isFinite(low) && low < high) return { value, low: Math.max(0, low), high: Math.min(1, high) };
  const share = shareEstimate(
    concerned.map(({ group, value: counts }) => ({ group, value: counts.correct > 0 && f1Of(counts) === 1 })),
  );
  return { value, low: Math.min(value, share.low), high: Math.max(value, share.high) };
};
