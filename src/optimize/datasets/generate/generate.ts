import type { Assistant } from "../../../engine/assistant/assistant.ts";
import { SoniError } from "../../../engine/errors.ts";
import type { SlotInScope } from "../../../understand/understander.ts";
import { seededRandom, shuffled } from "../../metrics/random.ts";
import { foldMessage, type LabelledRow, rowId } from "../row.ts";
import { type AssistantInScope, contextOf, whereOf } from "../situation.ts";
import { type Draft, type Ground, patterns } from "./patterns.ts";
import { phrasesByLanguage } from "./phrases.ts";
import { dialogueStates } from "./states.ts";
import { nounOf, type SaidValue, saidValues } from "./values.ts";
import { type Wish, wishOf } from "./wishes.ts";

export interface GenerateOptions {
  readonly seed: number;
  /** How many at most. */
  readonly rows: number;
  /** The moment that "tomorrow" is counted from, as an ISO date and time. */
  readonly now: string;
}

/**
 * Rows made of templates: patterns of users' messages crossed with the assistant's own flows, slots and dialogue states. The same
 * seed gives the same rows. Every flow, slot and command that can be meant is in at least one of them.
 */
export const generateRows = (
  assistant: Assistant,
  scope: AssistantInScope,
  options: GenerateOptions,
): readonly LabelledRow[] => {
  const ground = groundOf(assistant, scope, options);
  const byPattern = patterns.map((pattern) => shuffled(distinct(pattern(ground)), ground.random));
  const rows = new Map<string, Draft>();
  const take = (draft: Draft): boolean => {
    const key = placeKey(draft);
    if (rows.has(key)) return false;
    rows.set(key, draft);
    return true;
  };
  // First one of everything, then in turn from each pattern, so that none drowns the others.
  const seen = new Set<string>();
  for (const draft of byPattern.flat()) {
    const said = meanings(draft);
    if (said.every((meaning) => seen.has(meaning)) || !take(draft)) continue;
    for (const meaning of said) seen.add(meaning);
  }
  for (let round = 0; rows.size < options.rows && byPattern.some((drafts) => round < drafts.length); round += 1)
    for (const drafts of byPattern) {
      const draft = drafts[round];
      if (draft !== undefined && rows.size < options.rows) take(draft);
    }
  return finished([...rows.values()], scope);
};

/** Where and what: the same message in the same place has one meaning. */
const placeKey = ({ situation, message }: Draft): string =>
  JSON.stringify([situation.awaiting, situation.active, situation.paused, foldMessage(message)]);

const distinct = (drafts: readonly Draft[]): readonly Draft[] => [
  ...new Map(drafts.toReversed().map((draft) => [placeKey(draft), draft])).values(),
];

/** What a row is an example of. */
const meanings = ({ expected, pattern }: Draft): readonly string[] =>
  expected.flatMap((command) => {
    const what = "slot" in command ? command.slot : "flow" in command ? command.flow : "";
    return [`${pattern}`, `${command.type}`, `${command.type} ${what}`];
  });

const groundOf = (assistant: Assistant, scope: AssistantInScope, { seed, now }: GenerateOptions): Ground => {
  const phrases = phrasesByLanguage[scope.language];
  if (phrases === undefined)
    throw new SoniError(
      "dataset.no_templates",
      `There are no templates for the language '${scope.language}', only for ${Object.keys(phrasesByLanguage).join(", ")}.`,
    );
  const moment = { now: Date.parse(now), timezone: scope.timezone, language: scope.language };
  const random = seededRandom(`generate|${seed}`);
  const values = new Map<string, readonly SaidValue[]>();
  const valuesOf = (slot: SlotInScope): readonly SaidValue[] => {
    const known = values.get(slot.name) ?? saidValues(slot, phrases, moment);
    values.set(slot.name, known);
    return known;
  };
  const nouns = (slot: SlotInScope): string => nounOf(slot, phrases);
  const wishes = (): readonly Wish[] =>
    scope.startable.flatMap((flow) =>
      flow.examples.flatMap((intent) => wishOf(flow, intent, { phrases, moment, valuesOf }, random) ?? []),
    );
  const states = dialogueStates({ assistant, scope, now, valuesOf, nounOf: nouns });
  return { phrases, states, startable: scope.startable, valuesOf, nounOf: nouns, wishes, random };
};

/** A text that two templates came to is in the group of the first: it must not be in two splits. */
const finished = (drafts: readonly Draft[], scope: AssistantInScope): readonly LabelledRow[] => {
  const groups = new Map<string, string>();
  return drafts.map(({ situation, message, expected, pattern, template }) => {
    const folded = foldMessage(message);
    const group = groups.get(folded) ?? `generated|${template}`;
    groups.set(folded, group);
    const identified = { context: situation, message, expected };
    return {
      id: rowId(identified),
      group,
      message,
      where: whereOf(situation),
      situation,
      context: contextOf(situation, scope),
      expected,
      tags: [pattern],
      source: "generated",
    };
  });
};
