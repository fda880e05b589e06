import type { Command } from "../../../engine/commands/command.ts";
import { findDates, findNumbers, type Moment } from "../../../language/find.ts";
import type { FlowInScope, SlotInScope } from "../../../understand/understander.ts";
import { pickFrom, type Random } from "../../metrics/random.ts";
import type { Phrases } from "./phrases.ts";
import { type SaidValue, valuesInSentence } from "./values.ts";

/** A sentence that starts a flow, and all that it says. */
export interface Wish {
  readonly flow: FlowInScope;
  /** As the author wrote it: wishes made of the same intent are twins. */
  readonly intent: string;
  readonly text: string;
  readonly commands: readonly Command[];
  readonly slots: ReadonlySet<string>;
}

export interface WishParts {
  readonly phrases: Phrases;
  readonly moment: Moment;
  readonly valuesOf: (slot: SlotInScope) => readonly SaidValue[];
}

const placeholder = /\{(\w+)\}/g;

/** An intent with values in its places; null if one has none, or if the sentence says more than its labels could. */
export const wishOf = (flow: FlowInScope, intent: string, parts: WishParts, random: Random): Wish | null => {
  const said = new Map<string, SaidValue>();
  let text = "";
  let end = 0;
  for (const { index, 0: place, 1: name = "" } of intent.matchAll(placeholder)) {
    const slot = flow.slots.find((candidate) => candidate.name === name);
    const before = intent.slice(end, index);
    const taken = new Set([...said.values()].map((one) => one.text));
    const fitting =
      slot === undefined
        ? []
        : valuesInSentence(slot, parts.valuesOf(slot), { before, phrases: parts.phrases }).filter(
            (one) => !taken.has(one.text),
          );
    const value = pickFrom(fitting, random);
    if (value === undefined) return null;
    said.set(name, value);
    text += before + value.text;
    end = index + place.length;
  }
  const literal = intent.replace(placeholder, " ");
  const more = saidInWords(flow, literal, parts);
  if (more === null) return null;
  for (const [name, value] of more) if (!said.has(name)) said.set(name, value);
  const values = [...said].map(([slot, { value }]): Command => ({ type: "set_slot", slot, value }));
  return {
    flow,
    intent,
    text: text + intent.slice(end),
    commands: [{ type: "start_flow", flow: flow.name }, ...values],
    slots: new Set(said.keys()),
  };
};

/**
 * Values that the author's own words give: "my card was stolen" tells the reason, "two seats" how many. Null where a word may or may
 * not be a value, such as the rent in "I need to pay my rent": nobody could say what the right label is.
 */
const saidInWords = (
  flow: FlowInScope,
  literal: string,
  { moment }: WishParts,
): ReadonlyMap<string, SaidValue> | null => {
  const found = new Map<string, SaidValue>();
  const folded = ` ${literal
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, " ")
    .replace(/\s+/g, " ")} `;
  const holds = (words: string): boolean => folded.includes(` ${words.toLowerCase()} `);
  for (const slot of flow.slots) {
    const named = slot.values.filter(({ value, synonyms }) => [value, ...synonyms].some(holds));
    if (named.length > 1) return null;
    const [one] = named;
    if (one !== undefined) found.set(slot.name, { text: one.value, value: one.value });
    if (slot.type === "string" && slot.examples.some(holds)) return null;
  }
  // "next week" may or may not be a day.
  const hasDay = flow.slots.some(({ type }) => type === "date" || type === "datetime");
  if (hasDay && (findDates(literal, moment).length > 0 || /\bweek\b/i.test(literal))) return null;
  const numbers = findNumbers(literal, moment);
  const counts = flow.slots.filter(({ type }) => type === "integer");
  const [count] = counts;
  // "a day later" names no number of anything.
  const [number] = numbers.filter(({ start, end }) => !/^(?:a|an|one)$/i.test(literal.slice(start, end)));
  if (number !== undefined && count !== undefined && counts.length === 1)
    found.set(count.name, { text: String(number.value), value: number.value });
  return found;
};
