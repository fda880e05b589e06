import { distance } from "fastest-levenshtein";
import type { CategoricalValue } from "../../engine/assistant/slot.ts";
import type { SlotCheck } from "../../engine/assistant/validation.ts";
import type { Json } from "../../engine/json.ts";
import { foldText } from "../../language/fold-text.ts";

/** The allowed value that is meant: as written, in another case, by a synonym, or with a slip of the finger. */
export function chooseValue(values: readonly CategoricalValue[], given: Json): SlotCheck {
  if (typeof given === "object") return { ok: false, reason: "type" };
  const text = String(given).trim();
  const exact = values.find(({ value }) => value === text);
  const chosen = exact ?? byName(values, foldText(text)) ?? bySlip(values, foldText(text));
  return chosen ? { ok: true, value: chosen.value } : { ok: false, reason: "not_allowed" };
}

const namesOf = ({ value, synonyms }: CategoricalValue): readonly string[] => [value, ...synonyms].map(foldText);

function byName(values: readonly CategoricalValue[], text: string): CategoricalValue | undefined {
  return values.find((each) => foldText(each.value) === text) ?? values.find((each) => namesOf(each).includes(text));
}

/** One slip in four letters, two in eight. Digits are never slips: 2018 is not 2019. */
function slipsAllowed(text: string): number {
  if (text.length < 4 || /\d/.test(text)) return 0;
  return text.length < 8 ? 1 : 2;
}

/** Only if no other value is as near. */
function bySlip(values: readonly CategoricalValue[], text: string): CategoricalValue | undefined {
  const near = values
    .map((each) => ({ each, slips: Math.min(...namesOf(each).map((name) => slips(name, text))) }))
    .filter(({ slips }) => slips <= slipsAllowed(text))
    .sort((left, right) => left.slips - right.slips);
  return near[0]?.slips === near[1]?.slips ? undefined : near[0]?.each;
}

function slips(name: string, text: string): number {
  const isFar = Math.abs(name.length - text.length) > slipsAllowed(text);
  return isFar || slipsAllowed(name) === 0 ? Number.POSITIVE_INFINITY : distance(name, text);
}
