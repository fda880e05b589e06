import type { Json } from "../../../engine/json.ts";
import type { Kind, Range, Reading } from "../../../language/reading.ts";
import { type SlotKind, slotKindOf } from "../../slot-kind.ts";
import type { SlotInScope } from "../../understander.ts";
import type { FeatureValues } from "../joint/features.ts";
import { around, type Seeker } from "./around.ts";
import { holderOf } from "./cover.ts";
import { inUnit } from "./in-unit.ts";
import type { Scene } from "./scene.ts";
import { flowWords, slotWords } from "./slot-words.ts";
import { type Filling, marks } from "./span.ts";

/** Values of slots whose type has readings of its own: dates, times, numbers, amounts. */
export function typedFillings(scene: Scene, seeker: Seeker): readonly Filling[] {
  const kind = slotKindOf(seeker.slot, scene.context.language);
  switch (seeker.slot.type) {
    case "date":
      return dates(scene, seeker, kind);
    case "time":
      return times(scene, seeker, kind);
    case "datetime":
      return moments(scene, seeker, kind);
    case "integer":
    case "float":
    case "quantity":
    case "money":
    case "duration":
      return numbers(scene, seeker, kind);
    default:
      return [];
  }
}

/** What every reading says about itself. */
function ownFeatures(scene: Scene, reading: Reading): FeatureValues {
  return marks({
    reading_weak: reading.isWeak === true,
    reading_second:
      reading.rank > 0 && reading.sense !== "past" && reading.sense !== "future" ? Math.min(reading.rank, 2) : 0,
    negated: reading.isExcluded === true || reading.isTakenBack === true,
    inside_other: holderOf(scene, reading) !== undefined,
  });
}

function filling(scene: Scene, seeker: Seeker, reading: Reading, value: Json, features: FeatureValues): Filling {
  return {
    slot: seeker.slot,
    value,
    start: reading.start,
    end: reading.end,
    reading: reading.kind,
    features: { ...around(scene, seeker, reading, value), ...ownFeatures(scene, reading), ...features },
  };
}

function dates(scene: Scene, seeker: Seeker, { tense, role }: SlotKind): readonly Filling[] {
  const single = scene
    .readings("date", { past: tense === "past" })
    .filter((reading) => seeker.mode === "awaited" || !isPlainOrdinal(scene, reading))
    .map((reading) => {
      const isRange = holderOf(scene, reading)?.kind === "date_range";
      return filling(scene, seeker, reading, tense === "past" ? inPast(scene, reading) : reading.value, {
        ...marks({
          kind_date: true,
          type_fit: true,
          hedged:
            reading.hedge !== undefined &&
            !(reading.hedge === "at_most" && role !== "start") &&
            !(reading.hedge === "at_least" && role === "start"),
          ...tenseMarks(reading, tense),
          inside_other: holderOf(scene, reading) !== undefined && !isRange,
        }),
      });
    });
  const beside = besideKnown(scene, seeker, single);
  const ranges = scene
    .readings("date_range", { past: tense === "past" })
    .flatMap((reading) => ends(reading, role).map((value) => rangeFilling(scene, seeker, reading, { value, role })));
  return [...single, ...beside, ...ranges];
}

/** Who was born in 49 was not born in 2049. */
function inPast(scene: Scene, { value, start, end }: Reading<"date">): string {
  const isShort = /(?:^|\D)\d\d$/.test(scene.message.slice(start, end)) && value.startsWith("20");
  return isShort && Date.parse(value) > scene.context.now ? `19${value.slice(2)}` : value;
}

/** "The first", "a second one": a place in an order, unless a day was asked for. */
const isPlainOrdinal = (scene: Scene, { start, end }: Reading): boolean =>
  !/\d/.test(scene.message.slice(start, end)) &&
  scene.readings("ordinal").some((ordinal) => ordinal.start <= start && end <= ordinal.end);

const day = 86_400_000;

/** "The 2nd" beside a known date is of its month; what replaces a day of a week is of the same week. */
function besideKnown(scene: Scene, { slot, known }: Seeker, single: readonly Filling[]): readonly Filling[] {
  const before = known[slot.name];
  const taken = scene.readings("date").find(({ isTakenBack, rank }) => isTakenBack === true && rank === 0);
  return single.flatMap((given) => {
    const value = String(given.value);
    const said = scene.message.slice(given.start, given.end);
    const inMonth =
      typeof before === "string" && /^\d{4}-\d\d-\d\d/.test(before) && isDayAlone(scene, given)
        ? `${before.slice(0, 8)}${value.slice(8)}`
        : null;
    const inWeek =
      taken === undefined || given.start < taken.end || /\d/.test(said) ? null : sameWeek(value, taken.value);
    return [inMonth, inWeek].flatMap((other) =>
      other === null || other === value
        ? []
        : [{ ...given, value: other, features: { ...given.features, date_beside: 1 } }],
    );
  });
}

/** A number of a day, and besides only words that hold it: "on the 2nd". */
function isDayAlone({ chart, words, tokensIn }: Scene, { start, end }: Filling): boolean {
  const { from, to } = tokensIn(start, end);
  const digits = chart.tokens.slice(from, to).filter(({ kind }) => kind === "digits");
  const others = words.slice(from, to).filter((word, at) => word !== null && chart.tokens[from + at]?.kind === "word");
  const isHeld = others.every((word) => word?.isLight || /\d/.test(chart.source[(word?.start ?? 0) - 1] ?? ""));
  return digits.length === 1 && (digits[0]?.text.length ?? 3) < 3 && isHeld;
}

/** The same weekday in the week of another day, from Monday to Sunday. */
function sameWeek(date: string, other: string): string {
  const [one, two] = [Date.parse(date), Date.parse(other)];
  const weekdayOf = (time: number): number => (new Date(time).getUTCDay() + 6) % 7;
  return new Date(two + (weekdayOf(one) - weekdayOf(two)) * day).toISOString().slice(0, 10);
}

function tenseMarks(
  { sense }: Reading,
  tense: SlotKind["tense"],
): { readonly tense_fit?: boolean; readonly tense_misfit?: boolean } {
  if (sense !== "past" && sense !== "future") return {};
  const wanted = tense ?? "future";
  return sense === wanted ? { tense_fit: true } : { tense_misfit: true };
}

const ends = ({ value }: Reading<"date_range"> | Reading<"time_range">, role: SlotKind["role"]): readonly string[] =>
  role === null ? [value.from] : [role === "end" ? value.to : value.from];

function rangeFilling(
  scene: Scene,
  seeker: Seeker,
  reading: Reading,
  { value, role }: { readonly value: string; readonly role: SlotKind["role"] },
): Filling {
  const kind = reading.kind === "date_range" ? "kind_date" : "kind_time";
  return filling(
    scene,
    seeker,
    reading,
    value,
    marks({ [kind]: true, range_role: role !== null, range_other: role === null }),
  );
}

function times(scene: Scene, seeker: Seeker, { role }: SlotKind): readonly Filling[] {
  const single = scene.readings("time").map((reading) => {
    const isBare = reading.isWeak === true;
    return filling(
      scene,
      seeker,
      reading,
      reading.value,
      marks({
        kind_time: true,
        type_fit: true,
        reading_weak: false,
        time_bare: isBare && seeker.mode !== "awaited",
        time_bare_awaited: isBare && seeker.mode === "awaited",
        hedged: reading.hedge !== undefined && reading.hedge !== "about",
        one_word: isBare && isPronoun(scene, reading, seeker.slot),
        inside_other: holderOf(scene, reading) !== undefined && holderOf(scene, reading)?.kind !== "time_range",
      }),
    );
  });
  const ranges = scene
    .readings("time_range")
    .flatMap((reading) => ends(reading, role).map((value) => rangeFilling(scene, seeker, reading, { value, role })));
  return [...single.map(withoutWeak), ...ranges];
}

/** A bare number for a time has a feature of its own. */
function withoutWeak(given: Filling): Filling {
  const { reading_weak: _, ...features } = given.features;
  return { ...given, features };
}

const mostMoments = 4;

/** A day and an hour make one value; one of them alone is left to the slot. */
function moments(scene: Scene, seeker: Seeker, kind: SlotKind): readonly Filling[] {
  const days = dates(scene, seeker, kind).slice(0, mostMoments);
  const hours = times(scene, seeker, kind).slice(0, mostMoments);
  const pairs = days.flatMap((day) =>
    hours
      .filter((hour) => hour.end <= day.start || day.end <= hour.start)
      .map(
        (hour): Filling => ({
          ...day,
          value: `${String(day.value)}T${String(hour.value)}`,
          start: Math.min(day.start, hour.start),
          end: Math.max(day.end, hour.end),
          reading: "datetime",
          features: { ...hour.features, ...day.features, kind_time: 1 },
        }),
      ),
  );
  const alone = [...days, ...hours].map((one) => ({ ...one, value: scene.message.slice(one.start, one.end) }));
  return [...pairs, ...(pairs.length > 0 ? [] : alone)];
}

const numeric = ["number", "count", "money", "quantity", "duration"] as const satisfies readonly Kind[];

/** Their values are the words: the slot's type knows how to count them in its unit, and refuses those of another. */
const inWords: ReadonlySet<string> = new Set(["quantity", "money", "duration"]);

function numbers(scene: Scene, seeker: Seeker, kind: SlotKind): readonly Filling[] {
  const { slot } = seeker;
  const wanted = new Set<Kind>(kind.reads);
  return numeric.flatMap((name) => {
    if ((name === "count" || inWords.has(slot.type)) && !wanted.has(name)) return [];
    const unit = kind.unit ?? undefined;
    return scene
      .readings(name, name === "quantity" && unit !== undefined ? { unit } : {})
      .flatMap((reading): readonly Filling[] => {
        if (reading.isWeak === true && (name === "money" || (name === "count" && seeker.mode !== "awaited"))) return [];
        const amount = amountOf(reading, slot.type === "duration" ? { ...kind, unit: kind.unit ?? "second" } : kind);
        if (amount === null) return [];
        // A month and a half is about six weeks.
        const isAbout = slot.type === "integer" && name === "duration" && !Number.isInteger(amount.value);
        const found = isAbout ? { ...amount, value: Math.round(amount.value) } : amount;
        const isWhole = Number.isInteger(found.value);
        return [
          filling(
            scene,
            seeker,
            reading,
            inWords.has(slot.type) ? scene.message.slice(reading.start, reading.end) : found.value,
            marks({
              kind_number: true,
              type_fit: wanted.has(name) || name === "number",
              type_misfit: (!wanted.has(name) && name !== "number") || (slot.type === "integer" && !isWhole),
              unit_fit: found.unit === "own",
              unit_misfit: found.unit === "other",
              unit_unknown: (name === "number" || name === "count") && isBeforeOther(scene, seeker, reading),
              hedged: isAbout || (reading.hedge !== undefined && reading.hedge !== "about"),
              one_word: found.value === 1 && isPronoun(scene, reading, slot),
              number_labelled: name === "number" && isBehindOther(scene, seeker, reading),
              count_sum: name === "count" && isSum(scene, reading),
            }),
          ),
        ];
      });
  });
}

/** "The early one", "the one with the bikes": the word for one stands for a thing. "The usual" is one of nothing that the slot counts. */
function isPronoun(scene: Scene, { kind, start, end }: Reading, slot: SlotInScope): boolean {
  if (/\d/.test(scene.message.slice(start, end))) return false;
  const { from, to } = scene.tokensIn(start, end);
  const own = slotWords(slot, scene.language);
  const counted = scene.words.slice(from, to).filter((word) => word !== null && !word.isLight);
  if (kind === "count" && counted.length > 0 && !counted.some((word) => word !== null && own.has(word.stem)))
    return true;
  const [before, after] = [scene.words[from - 1], scene.words[to]];
  return (
    (before !== null && before !== undefined && (!before.isLight || scene.phrases.from("before", from - 1) === from)) ||
    (after !== null && after !== undefined && scene.phrases.from("before", to) !== null)
  );
}

interface Amount {
  readonly value: number;
  readonly unit: "own" | "other" | "none";
}

function amountOf(reading: Reading, kind: SlotKind): Amount | null {
  const { value } = reading;
  if (typeof value === "number") return { value, unit: "none" };
  if (reading.kind === "duration") {
    if (typeof value !== "string") return null;
    const converted = kind.unit === null ? null : inUnit(value, kind.unit);
    return converted === null ? null : { value: converted, unit: "own" };
  }
  if (typeof value !== "object") return null;
  if ("currency" in value && "amount" in value)
    return {
      value: value.amount,
      unit: kind.currency === null ? "none" : kind.currency === value.currency ? "own" : "other",
    };
  if ("unit" in value && "amount" in value && value.unit !== "")
    return { value: value.amount, unit: kind.unit === value.unit ? "own" : "other" };
  return "from" in value && typeof value.from === "number"
    ? { value: (value as Range<number>).from, unit: "other" }
    : null;
}

/** "3 lunches" for a number of nights. */
function isBeforeOther(scene: Scene, { slot }: Seeker, reading: Reading): boolean {
  const { to } = scene.tokensIn(reading.start, reading.end);
  const next = scene.words[to];
  return next !== null && next !== undefined && !next.isLight && !slotWords(slot, scene.language).has(next.stem);
}

/** "Year 4", "number 21": the word before it says what is numbered. */
function isBehindOther(scene: Scene, { slot, flow }: Seeker, reading: Reading): boolean {
  const before = scene.words[scene.tokensIn(reading.start, reading.end).from - 1];
  if (before === null || before === undefined || before.isLight) return false;
  return ![slotWords(slot, scene.language), flowWords(flow, scene.language)].some((words) => words.has(before.stem));
}

/** "Eleven, twelve with the driver" are not 23. */
const isSum = (scene: Scene, { start, end }: Reading): boolean =>
  scene.readings("number").filter((number) => number.rank === 0 && start <= number.start && number.end <= end).length >
  1;
