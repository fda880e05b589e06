import { distance } from "fastest-levenshtein";
import { type CategoricalValue, formatPlain, type SlotTypeDefinition, type WordReader } from "./slot-type.ts";

type Fold = WordReader["fold"];

/** The allowed value that is meant: as written, in another case, by a synonym, or with a slip of the finger. */
export const categorical = {
  from: ["text", "number", "boolean"],
  parse(given, { slot: { values }, words: { fold } }) {
    if (typeof given === "object") return { ok: false, reason: "type" };
    const text = String(given).trim();
    const exact = values.find(({ value }) => value === text);
    const chosen = exact ?? byName(values, text, fold) ?? bySlip(values, text, fold);
    return chosen ? { ok: true, value: chosen.value } : { ok: false, reason: "not_allowed" };
  },
  conforms: (value, { values }) => values.some((allowed) => allowed.value === value),
  format: formatPlain,
  example: "Write one of its values.",
  sample: null,
} as const satisfies SlotTypeDefinition;

const namesOf = ({ value, synonyms }: CategoricalValue, fold: Fold): readonly string[] =>
  [value, ...synonyms].map(fold);

function byName(values: readonly CategoricalValue[], given: string, fold: Fold): CategoricalValue | undefined {
  const text = fold(given);
  return values.find((each) => fold(each.value) === text) ?? values.find((each) => namesOf(each, fold).includes(text));
}

/** One slip in four letters, two in eight. Digits are never slips: 2018 is not 2019. */
function slipsAllowed(text: string): number {
  if (text.length < 4 || /\d/.test(text)) return 0;
  return text.length < 8 ? 1 : 2;
}

/** Only if no other value is as near. */
function bySlip(values: readonly CategoricalValue[], given: string, fold: Fold): CategoricalValue | undefined {
  const text = fold(given);
  const near = values
    .map((each) => ({ each, slips: Math.min(...namesOf(each, fold).map((name) => slips(name, text))) }))
    .filter(({ slips }) => slips <= slipsAllowed(text))
    .sort((left, right) => left.slips - right.slips);
  return near[0]?.slips === near[1]?.slips ? undefined : near[0]?.each;
}

function slips(name: string, text: string): number {
  const isFar = Math.abs(name.length - text.length) > slipsAllowed(text);
  return isFar || slipsAllowed(name) === 0 ? Number.POSITIVE_INFINITY : distance(name, text);
}
