import { formatCommand } from "./command-text.ts";
import type { EvaluationResult } from "./evaluate.ts";
import type { CommandScore } from "./evaluation-score.ts";

/** A table as data: the command line aligns it, the inspector may draw it. */
export interface EvaluationTable {
  readonly name: "summary" | "sources" | "commands" | "flows" | "failures";
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const formatEvaluation = (result: EvaluationResult): readonly EvaluationTable[] => [
  {
    name: "summary",
    columns: ["messages", "exact", "f1", "p50 ms", "p95 ms", "input tokens", "cached", "output tokens", "cost $"],
    rows: [
      [
        String(result.messages),
        percent(result.exact),
        percent(result.overall.f1),
        result.latency.p50.toFixed(1),
        result.latency.p95.toFixed(1),
        String(result.usage.inputTokens),
        String(result.usage.cachedInputTokens),
        String(result.usage.outputTokens),
        result.cost === undefined ? "" : result.cost.toFixed(4),
      ],
    ],
  },
  {
    name: "sources",
    columns: ["answered by", "messages"],
    rows: Object.entries(result.sources).map(([source, count]) => [source, String(count)]),
  },
  {
    name: "commands",
    columns: ["command", "expected", "understood", "correct", "precision", "recall", "f1"],
    rows: [...result.byType, result.overall].map(scoreRow),
  },
  {
    name: "flows",
    columns: ["expected", "understood", "count"],
    rows: result.confusedFlows.map(({ expected, understood, count }) => [expected, understood, String(count)]),
  },
  {
    name: "failures",
    columns: ["context", "message", "expected", "understood"],
    rows: result.failures.map(({ where, message, expected, understood }) => [
      where,
      message,
      expected.map(formatCommand).join(", "),
      understood.map(formatCommand).join(", "),
    ]),
  },
];

const scoreRow = ({ type, expected, understood, correct, precision, recall, f1 }: CommandScore): readonly string[] => [
  type,
  String(expected),
  String(understood),
  String(correct),
  percent(precision),
  percent(recall),
  percent(f1),
];

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
