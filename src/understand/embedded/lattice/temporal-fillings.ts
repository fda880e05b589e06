import type { Reading } from "../../../language/reading.ts";
import type { SlotKind } from "../../slot-kind.ts";
import type { Seeker } from "./around.ts";
import { holderOf } from "./cover.ts";
import { daysAfter, knownFrom, laterThan, timeAfter } from "./from-known.ts";
import { isPronoun, readingFilling } from "./reading-filling.ts";
import type { Scene } from "./scene.ts";
import { type Filling, marks } from "./span.ts";
/** Days for a slot. */
export function dates(scene: Scene, seeker: Seeker, { tense, role }: SlotKind): readonly Filling[] {
  const past = tense === "past";
  const { base, begins } = knownFrom(scene, seeker, "date");
  const { readings, isCounted } = withKnown(scene, "date", { past, base });
  const single = readings
    .filter((reading) => seeker.mode === "awaited" || !isPlainOrdinal(scene, reading))
    .map((reading) => {
      const isRange = holderOf(scene, reading)?.kind === "date_range";
      return readingFilling(scene, seeker, reading, {
        value: past ? inPast(scene, reading) : reading.value,
        features: marks({
          kind_date: true,
          type_fit: true,
          from_known: isCounted(reading),
          hedged:
            reading.hedge !== undefined &&
            !(reading.hedge === "at_most" && role !== "start") &&
            !(reading.hedge === "at_least" && role === "start"),
          ...tenseMarks(reading, tense),
          inside_other: holderOf(scene, reading) !== undefined && !isRange,
        }),
      });
    });
  const beside = besideKnown(scene, seeker, single, begins);
  const ranges = scene
    .readings("date_range", { past })
    .flatMap((reading) => ends(reading, role).map((value) => rangeFilling(scene, seeker, reading, { value, role })));
  const after = begins === null ? [] : lengthsAfter(scene, seeker, (length) => daysAfter(begins, length));
  return [...single, ...beside, ...ranges, ...after];
}

/** With a known day or time "a week later" is read as well. */
function withKnown<Name extends "date" | "time">(
  scene: Scene,
  kind: Name,
  { past = false, base }: { readonly past?: boolean; readonly base: string | null },
): { readonly readings: readonly Reading<Name>[]; readonly isCounted: (reading: Reading<Name>) => boolean } {
  const plain = scene.readings(kind, { past });
  if (base === null) return { readings: plain, isCounted: () => false };
  const readings = scene.readings(kind, { past, relativeTo: base });
  const isSame = (one: Reading<Name>, other: Reading<Name>): boolean =>
    one.start === other.start && one.end === other.end && one.value === other.value;
  return { readings, isCounted: (reading) => !plain.some((other) => isSame(reading, other)) };
}

/** "Five nights" for the day of departure, where the day of arrival is known. "One day" may also end on the day on which it begins. */
const lengthsAfter = (
  scene: Scene,
  seeker: Seeker,
  ends: (length: string) => readonly (string | null)[],
): readonly Filling[] =>
  scene.readings("duration").flatMap((reading): readonly Filling[] => {
    const { value: length, isWeak } = reading;
    if (isWeak === true || typeof length !== "string") return [];
    return ends(length).flatMap((value, later) => {
      const features = marks({ length_from_start: true, reading_second: later });
      return value === null ? [] : [readingFilling(scene, seeker, reading, { value, features })];
    });
  });

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

/** "The 2nd" beside a known date is of its month, for an end the next one after the start; what replaces a day of a week is of the same week. */
function besideKnown(
  scene: Scene,
  { slot, known }: Seeker,
  single: readonly Filling[],
  begins: string | null,
): readonly Filling[] {
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
    const inOrder = begins === null ? null : laterThan(scene, { ...given, value }, begins);
    return [inMonth, inWeek, inOrder].flatMap((other) =>
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
  const features = marks({ [kind]: true, range_role: role !== null, range_other: role === null });
  return readingFilling(scene, seeker, reading, { value, features });
}

/** Times of day for a slot. */
export function times(scene: Scene, seeker: Seeker, { role }: SlotKind): readonly Filling[] {
  const { base, begins } = knownFrom(scene, seeker, "time");
  const { readings, isCounted } = withKnown(scene, "time", { base });
  const single = readings.map((reading) => {
    const isBare = reading.isWeak === true;
    return readingFilling(scene, seeker, reading, {
      value: reading.value,
      features: marks({
        kind_time: true,
        type_fit: true,
        from_known: isCounted(reading),
        reading_weak: false,
        time_bare: isBare && seeker.mode !== "awaited",
        time_bare_awaited: isBare && seeker.mode === "awaited",
        hedged: reading.hedge !== undefined && reading.hedge !== "about",
        one_word: isBare && isPronoun(scene, reading, seeker.slot),
        inside_other: holderOf(scene, reading) !== undefined && holderOf(scene, reading)?.kind !== "time_range",
      }),
    });
  });
  const ranges = scene
    .readings("time_range")
    .flatMap((reading) => ends(reading, role).map((value) => rangeFilling(scene, seeker, reading, { value, role })));
  const after = begins === null ? [] : lengthsAfter(scene, seeker, (length) => [timeAfter(begins, length)]);
  return [...single.map(withoutWeak), ...ranges, ...after];
}

/** A bare number for a time has a feature of its own. */
function withoutWeak(given: Filling): Filling {
  const { reading_weak: _, ...features } = given.features;
  return { ...given, features };
}

const mostMoments = 4;

/** A day and an hour make one value; one of them alone is left to the slot. */
export function moments(scene: Scene, seeker: Seeker, kind: SlotKind): readonly Filling[] {
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
