import type { Command } from "../../engine/commands/command.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import { compareCommands } from "./compare-commands.ts";
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

/**
 * What an understander's answer leads to. A command that is less likely than `sureFrom` is not done: the user is asked, and offered it with
 * its alternatives. So does the product, which also weighs what a mistake would cost.
 */
export const happeningOf = (
  expected: readonly Command[],
  understood: readonly Command[],
  { context, sureFrom = 0 }: { readonly context: UnderstandingContext; readonly sureFrom?: number },
): Happening => {
  const isSure = (command: Command): boolean => !hasEffect(command) || confidenceOf(command) >= sureFrom;
  const compared = compareCommands(expected, understood.filter(isSure), context);
  const isRight = (command: Command): boolean => compared.missed.some((missed) => storesTheSame(missed, command));
  const offers = understood.flatMap((command) => (isSure(command) ? offersOf(command) : readingsOf(command)));
  return {
    exact: compared.exact,
    wrong: compared.invented.filter((command) => !isRight(command)),
    right: [...compared.correct, ...compared.invented.filter(isRight)],
    asked:
      offers.length === 0
        ? null
        : { offered: offers.some((offer) => compareCommands(compared.missed, [offer], context).correct.length > 0) },
  };
};

/** A command that says nothing about it is as sure as can be. */
const confidenceOf = (command: Command): number =>
  "confidence" in command && typeof command.confidence === "number" ? command.confidence : 1;

/** A question which flow is meant. */
const offersOf = (command: Command): readonly Command[] =>
  command.type === "choose_flow" ? command.flows.map((flow): Command => ({ type: "start_flow", flow })) : [];

const readingsOf = (command: Command): readonly Command[] =>
  "alternatives" in command && command.alternatives !== undefined
    ? [command, ...command.alternatives.map(({ value }): Command => ({ ...command, value }))]
    : [command];

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
