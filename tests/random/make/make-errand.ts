import { holds } from "../oracle/stored-values.ts";
import type { Plan, Value } from "../plan.ts";
import { validators } from "../world.ts";
import type { Chance } from "./chance.ts";
import { makeValue } from "./make-slots.ts";

/** A user who knows what they want, says one thing wrong at first, and corrects it later. */
export interface Errand {
  readonly root: string;
  /** The answer to each question; null: it is skipped. */
  readonly answers: Readonly<Record<string, Value>>;
  readonly slot: string;
  /** What is said for it in turn, before the right answer: mostly one value. */
  readonly wrong: readonly Value[];
  /** How many messages later it is corrected. */
  readonly later: number;
  readonly way: "correct_slot" | "set_slot" | "yes_but" | "with_an_answer" | "after_repeat";
}

/** What the user wants, before it is said which of it goes wrong. */
export type Wish = Pick<Errand, "root" | "answers">;

export function makeWish(chance: Chance, plan: Plan): Wish | null {
  const roots = Object.keys(plan.flows).filter((flow) => plan.flows[flow]?.trigger !== undefined);
  if (roots.length === 0) return null;
  return { root: chance.percent(75) ? "f0" : chance.pick(roots), answers: makeAnswers(chance, plan) };
}

/** One of the slots that are asked for is said wrong. */
export function makeErrand(chance: Chance, plan: Plan, wish: Wish, asked: readonly string[]): Errand | null {
  const names = asked.filter((slot) => plan.slots[slot]?.sensitive !== true);
  if (names.length === 0) return null;
  const slot = chance.pick(names);
  const other = (not: Value): Value => {
    const values = Array.from({ length: 8 }, () => makeValue(chance, slot, plan.slots[slot]));
    return values.find((value) => value !== not) ?? not;
  };
  const right = wish.answers[slot] ?? null;
  if (right === null) return null;
  // Many actions fail with a three: what was tried in vain, or done and not told, is corrected.
  const three = plan.slots[slot]?.type === "integer" ? 3 : "three";
  const mayFail = plan.slots[slot]?.type !== "categorical" && right !== three && chance.percent(25);
  const first = mayFail ? three : other(right);
  return {
    ...wish,
    slot,
    wrong: chance.percent(15) ? [first, right, first] : [first],
    later: chance.below(8),
    way: chance.pick([
      "correct_slot",
      "correct_slot",
      "correct_slot",
      "set_slot",
      "yes_but",
      "with_an_answer",
      "after_repeat",
    ]),
  };
}

/** Answers that keep all rules. */
function makeAnswers(chance: Chance, plan: Plan): Record<string, Value> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const answers = Object.fromEntries(
      Object.entries(plan.slots).map(([name, slot]) => {
        const isSkipped = slot.required === false && slot.default === undefined && chance.percent(30);
        return [name, isSkipped ? null : makeValue(chance, name, slot)];
      }),
    );
    if (keepsRules(plan, answers)) return answers;
  }
  return Object.fromEntries(Object.entries(plan.slots).map(([name, slot]) => [name, makeValue(chance, name, slot)]));
}

const keepsRules = (plan: Plan, answers: Readonly<Record<string, Value>>): boolean =>
  Object.entries(plan.slots).every(([name, slot]) => {
    const validator = slot.validator === undefined ? undefined : validators[slot.validator as keyof typeof validators];
    const isValid = answers[name] === null || validator === undefined || validator(answers[name], { slots: answers });
    return isValid && (slot.constraints ?? []).every(({ rule }) => holds(rule, answers));
  });
