import { distance } from "fastest-levenshtein";
import { tokensOf } from "../../../language/grammar/tokens.ts";
import { languageOf } from "../../../language/languages.ts";
import type { SlotInScope } from "../../understander.ts";
import { around, isNegated, type Seeker } from "./around.ts";
import type { Scene } from "./scene.ts";
import { slotWords } from "./slot-words.ts";
import { type Filling, marks } from "./span.ts";

interface FormOfValue {
  readonly value: string;
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** Stems that no other value has, and that do not name the slot. */
  readonly telling: readonly string[];
}

const known = new WeakMap<SlotInScope, readonly FormOfValue[]>();

function formsOf(slot: SlotInScope, language: string): readonly FormOfValue[] {
  const before = known.get(slot);
  if (before !== undefined) return before;
  const { stem } = languageOf(language);
  const written = slot.values.flatMap(({ value, synonyms }) =>
    [value, ...synonyms].map((text) => {
      const words = tokensOf(text).flatMap((token) => (token.kind === "sign" ? [] : [token.text]));
      return { value, words, stems: words.map(stem) };
    }),
  );
  const owners = new Map<string, Set<string>>();
  for (const { value, stems } of written)
    for (const each of stems) owners.set(each, (owners.get(each) ?? new Set()).add(value));
  const own = slotWords(slot, language);
  const forms = written.map((form) => ({
    ...form,
    telling: form.stems.filter((each) => each.length > 2 && owners.get(each)?.size === 1 && !own.has(each)),
  }));
  known.set(slot, forms);
  return forms;
}

/** Allowed values by their words, by some of their words, and with slips of the finger. */
export function categoryFillings(scene: Scene, seeker: Seeker): readonly Filling[] {
  const { slot, mode } = seeker;
  if (slot.values.length === 0) return [];
  const forms = formsOf(slot, scene.language);
  const byFirst = Map.groupBy(forms, ({ words }) => words[0] ?? "");
  const byStem = Map.groupBy(
    forms.flatMap((form) => form.telling.map((each) => ({ each, form }))),
    ({ each }) => each,
  );
  const found: Filling[] = [];
  const add = (
    form: FormOfValue,
    from: number,
    to: number,
    kind: "kind_category" | "kind_category_part" | "kind_category_near",
  ): void => {
    const [first, last] = [scene.chart.tokens[from], scene.chart.tokens[to - 1]];
    if (first === undefined || last === undefined) return;
    const place = { start: first.start, end: last.end };
    found.push({
      slot,
      value: form.value,
      ...place,
      reading: "value",
      features: {
        ...around(scene, seeker, place, form.value),
        ...marks({
          [kind]: true,
          negated: isNegated(scene, place) || isTakenBack(scene, place.end),
          value_turns: isTurn(scene, from, to),
        }),
      },
    });
  };
  for (const [at, word] of scene.words.entries()) {
    if (word === null) continue;
    const exact = (byFirst.get(word.text) ?? byFirst.get(singular(word.text)) ?? []).flatMap((form) => {
      const to = endOf(scene, form, at);
      return to === null ? [] : [{ form, to }];
    });
    for (const { form, to } of exact) add(form, at, to, "kind_category");
    if (exact.length > 0 || word.isLight) continue;
    const part = byStem.get(word.stem) ?? [];
    for (const { form } of part)
      add(form, at, at + 1, form.stems.length === 1 ? "kind_category_near" : "kind_category_part");
    if (part.length > 0 || word.text.length < 4) continue;
    for (const form of forms)
      if (form.telling.some((_, index) => isNearly(word.text, form.words[index] ?? "")))
        add(form, at, at + 1, "kind_category_near");
  }
  return found.length > 0 || mode !== "awaited" ? found : byMeaning(scene, seeker);
}

/** "First, check my booking": a word that turns to something else, before more words. */
const isTurn = (scene: Scene, from: number, to: number): boolean =>
  scene.phrases.from("turn", from) === to &&
  scene.words[to] === null &&
  scene.contentIn(scene.chart.tokens[to]?.end ?? 0, scene.message.length) > 0;

/** No word of the answer is one of a value: what is nearest in meaning may be meant. */
function byMeaning(scene: Scene, seeker: Seeker): readonly Filling[] {
  const place = { start: 0, end: scene.message.length };
  return [...scene.near].map(([value, nearness]) => ({
    slot: seeker.slot,
    value,
    ...place,
    reading: "near in meaning",
    features: {
      ...around(scene, seeker, place, value),
      ...marks({ kind_category_vector: true, vector_near: nearness }),
    },
  }));
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/([^s])s$/, "$1") : word);

/** Signs between the words of a value do not matter: `full-size` is `full size`. */
function endOf(scene: Scene, { words }: FormOfValue, at: number): number | null {
  let next = at;
  for (const [index, wanted] of words.entries()) {
    if (index > 0 && scene.words[next] === null && scene.chart.tokens[next]?.text === "-") next += 1;
    const said = scene.words[next]?.text;
    if (said === undefined || (said !== wanted && singular(said) !== singular(wanted))) return null;
    next += 1;
  }
  return next;
}

/** One slip in a word of five letters, two in longer ones; the first letter holds. */
function isNearly(word: string, wanted: string): boolean {
  const length = Math.min(word.length, wanted.length);
  if (length < 5 || word[0] !== wanted[0] || Math.abs(word.length - wanted.length) > 3) return false;
  if (distance(word, wanted) <= (wanted.length >= 7 ? 2 : 1)) return true;
  const shared = length - 1;
  return shared >= 5 && word.slice(0, shared) === wanted.slice(0, shared);
}

/** "Highlights, no, actually colour": a correction follows it at once. */
function isTakenBack(scene: Scene, end: number): boolean {
  return (
    scene.acts.some(
      ({ value, start }) =>
        value === "correction" &&
        start >= end &&
        scene.contentIn(end, start) === 0 &&
        start - end < 12 &&
        /\S/.test(scene.message.slice(start)),
    ) &&
    scene.contentIn(end, scene.message.length) > 0 &&
    /^[\s,.;-]*\S/.test(scene.message.slice(end))
  );
}
