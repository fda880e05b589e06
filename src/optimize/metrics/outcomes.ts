import type { Command } from "../../engine/commands/command.ts";
import type { Comparison } from "./compare-commands.ts";
import { type Estimate, type Grouped, shareEstimate } from "./intervals.ts";

/**
 * What became of a message, as its user sees it. `exact`: what an attentive person would have done. `silent`: something that nobody wanted
 * was stored, started or ended without a question. `asked`: doubt became a question. `partial`: only right things were done, and something
 * was left out. `nothing`: nothing was done. The first that holds counts.
 */
export const outcomeNames = ["exact", "silent", "asked", "partial", "nothing"] as const;
export type OutcomeName = (typeof outcomeNames)[number];

/** In words, for tables. */
export const outcomeTitles: Readonly<Record<OutcomeName, string>> = {
  exact: "exact",
  silent: "silently wrong",
  asked: "asked",
  partial: "partial",
  nothing: "nothing",
};

export interface Outcome {
  readonly name: OutcomeName;
  /** It was asked, and what the user wanted is among the options. */
  readonly offered: boolean;
}

/** What was done with a message, against its label. */
export interface Happening {
  readonly exact: boolean;
  /** Done, and not wanted. */
  readonly wrong: readonly Command[];
  /** Done, and wanted. */
  readonly right: readonly Command[];
  /** What the user is asked to choose from; null: nothing is asked. */
  readonly asked: { readonly offered: boolean } | null;
}

export const outcomeOf = ({ exact, wrong, right, asked }: Happening): Outcome => {
  const name = nameOf({ exact, wrong, right, asked });
  return { name, offered: name === "asked" && asked?.offered === true };
};

const nameOf = ({ exact, wrong, right, asked }: Happening): OutcomeName => {
  if (exact) return "exact";
  if (wrong.some(hasEffect)) return "silent";
  if (asked !== null) return "asked";
  return right.some(hasEffect) ? "partial" : "nothing";
};

const harmless: ReadonlySet<string> = new Set(["clarify", "chitchat", "repeat", "choose_flow", "out_of_scope"]);

/** The others change nothing: the user is asked or answered, and the conversation is where it was. */
export const hasEffect = ({ type }: Command): boolean => !harmless.has(type);

/** What an understander's answer leads to: whether it asks can be seen from its commands, before anything is executed. */
export const happeningOf = (compared: Comparison, understood: readonly Command[]): Happening => {
  const choices = understood.flatMap((command) => (command.type === "choose_flow" ? command.flows : []));
  const isWanted = (flow: string): boolean =>
    compared.missed.some((command) => command.type === "start_flow" && command.flow === flow);
  const isRight = (command: Command): boolean => compared.missed.some((missed) => storesTheSame(missed, command));
  return {
    exact: compared.exact,
    wrong: compared.invented.filter((command) => !isRight(command)),
    right: [...compared.correct, ...compared.invented.filter(isRight)],
    asked: choices.length === 0 ? null : { offered: choices.some(isWanted) },
  };
};

/** A correction and a first value are two commands with one result. */
const storesTheSame = (one: Command, other: Command): boolean =>
  (one.type === "set_slot" || one.type === "correct_slot") &&
  (other.type === "set_slot" || other.type === "correct_slot") &&
  one.slot === other.slot &&
  String(one.value) === String(other.value);

/** The share of messages of each outcome, and the share of all messages that were asked about and offered what was wanted. */
export interface OutcomeShares extends Readonly<Record<OutcomeName, Estimate>> {
  readonly offered: Estimate;
}

type EstimateShare = (rows: readonly Grouped<boolean>[]) => Estimate;

export const outcomeShares = (
  rows: readonly Grouped<Outcome>[],
  estimate: EstimateShare = shareEstimate,
): OutcomeShares => {
  const share = (holds: (outcome: Outcome) => boolean): Estimate =>
    estimate(rows.map(({ group, value }) => ({ group, value: holds(value) })));
  return {
    exact: share(({ name }) => name === "exact"),
    silent: share(({ name }) => name === "silent"),
    asked: share(({ name }) => name === "asked"),
    partial: share(({ name }) => name === "partial"),
    nothing: share(({ name }) => name === "nothing"),
    offered: share(({ offered }) => offered),
  };
};
