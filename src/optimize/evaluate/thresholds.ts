import { SoniError } from "../../engine/errors.ts";
import type { Evaluation } from "./summarise.ts";

/** A figure that a run has to reach, such as `exact>=0.9` or `recall:affirm>=0.95`. */
export interface Threshold {
  readonly text: string;
  readonly figure: string;
  readonly command: string | null;
  readonly least: boolean;
  readonly limit: number;
}

const form = /^([a-z0-9]+)(?::([a-z_]+))?(>=|<=)(\d+(?:\.\d+)?)(%?)$/;
const ofCommands = ["precision", "recall", "f1"] as const;

/** Figures of one candidate by their names in thresholds; undefined: it was not measured. */
const figures = {
  exact: ({ exact }) => exact.value,
  silent: ({ outcomes }) => outcomes.silent.value,
  asked: ({ outcomes }) => outcomes.asked.value,
  f1: ({ f1 }) => f1.value,
  precision: ({ overall }) => overall.precision,
  recall: ({ overall }) => overall.recall,
  p50: ({ latency }) => latency.p50,
  p95: ({ latency }) => latency.p95,
  cost: ({ cost }) => cost,
  failed: ({ failed, asked }) => (asked === 0 ? 0 : failed / asked),
  auroc: ({ calibration }) => calibration.auroc ?? undefined,
  stability: ({ stability }) => stability ?? undefined,
} as const satisfies Readonly<Record<string, (evaluation: Evaluation) => number | undefined>>;

/** Measured apart from rows: the share of attacks that were obeyed, of dialogues that went well, and of exact rows with typos. */
export type MoreFigures = Readonly<Partial<Record<"obeyed" | "dialogues" | "typos" | "paraphrases", number>>>;
const moreNames: readonly string[] = ["obeyed", "dialogues", "typos", "paraphrases"];

export const parseThresholds = (text: string): readonly Threshold[] =>
  text.split(",").map((part) => {
    const written = part.replace(/\s+/g, "");
    const [, figure = "", command, sign, number = "", percent] = form.exec(written) ?? [];
    const isKnown = Object.hasOwn(figures, figure) || moreNames.includes(figure);
    const isOfCommands = (ofCommands as readonly string[]).includes(figure);
    if (!isKnown || (command !== undefined && !isOfCommands)) throw badThreshold(part);
    const limit = Number(number) / (percent === "%" ? 100 : 1);
    return { text: written, figure, command: command ?? null, least: sign === ">=", limit };
  });

const badThreshold = (part: string): SoniError =>
  new SoniError(
    "cli.bad_threshold",
    `'${part}' is no threshold. Write exact>=0.9, or recall:affirm>=0.95; figures: ${[...Object.keys(figures), ...moreNames].join(", ")}.`,
  );

export interface MissedThreshold {
  readonly candidate: string;
  readonly threshold: string;
  /** Null: there is no such figure, so it was not reached. */
  readonly value: number | null;
}

export const missedThresholds = (
  thresholds: readonly Threshold[],
  evaluation: Evaluation,
  more: MoreFigures,
): readonly MissedThreshold[] =>
  thresholds.flatMap((threshold) => {
    const value = measuredValue(threshold, evaluation, more);
    const isReached = value !== undefined && (threshold.least ? value >= threshold.limit : value <= threshold.limit);
    return isReached ? [] : [{ candidate: evaluation.name, threshold: threshold.text, value: value ?? null }];
  });

const measuredValue = (
  { figure, command }: Threshold,
  evaluation: Evaluation,
  more: MoreFigures,
): number | undefined => {
  if (command !== null) {
    const score = evaluation.byType.find(({ type }) => type === command);
    return score?.[figure as (typeof ofCommands)[number]];
  }
  return Object.hasOwn(figures, figure)
    ? figures[figure as keyof typeof figures](evaluation)
    : more[figure as keyof MoreFigures];
};
