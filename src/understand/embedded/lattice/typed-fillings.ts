import { toMinutes } from "../../../language/readers/times.ts";
import type { Kind, Range, Reading } from "../../../language/reading.ts";
import { type SlotKind, slotKindOf } from "../../slot-kind.ts";
import type { Seeker } from "./around.ts";
import { inUnit } from "./in-unit.ts";
import { isPronoun, readingFilling } from "./reading-filling.ts";
import type { Scene } from "./scene.ts";
import { flowWords, slotWords } from "./slot-words.ts";
import { type Filling, marks } from "./span.ts";
import { dates, moments, times } from "./temporal-fillings.ts";

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

const numeric = ["number", "count", "money", "quantity", "duration"] as const satisfies readonly Kind[];

/** Their values are the words: the slot's type knows how to count them in its unit, and refuses those of another. */
const inWords: ReadonlySet<string> = new Set(["quantity", "money", "duration"]);

function numbers(scene: Scene, seeker: Seeker, kind: SlotKind): readonly Filling[] {
  const { slot } = seeker;
  const wanted = new Set<Kind>(kind.reads);
  const said = numeric.flatMap((name) => {
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
          readingFilling(scene, seeker, reading, {
            value: inWords.has(slot.type) ? scene.message.slice(reading.start, reading.end) : found.value,
            features: marks({
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
          }),
        ];
      });
  });
  return [...said, ...rangeLengths(scene, seeker, kind)];
}

const day = 86_400_000;
const clockUnits: ReadonlySet<string> = new Set(["hour", "minute"]);
const dayUnits: ReadonlySet<string> = new Set(["day", "night", "week"]);

/** "From two till five" for a number of hours, "the 3rd to the 5th" for a number of nights. */
function rangeLengths(scene: Scene, seeker: Seeker, { unit }: SlotKind): readonly Filling[] {
  const { type } = seeker.slot;
  if (unit === null || type === "quantity" || type === "money") return [];
  const ranges = [
    ...scene.readings("time_range").map((reading) => {
      const minutes = toMinutes(reading.value.to) - toMinutes(reading.value.from);
      return { reading, length: `PT${minutes}M`, units: clockUnits };
    }),
    ...scene.readings("date_range").map((reading) => {
      const days = (Date.parse(reading.value.to) - Date.parse(reading.value.from)) / day;
      return { reading, length: `P${days}D`, units: dayUnits };
    }),
  ];
  return ranges.flatMap(({ reading, length, units }): readonly Filling[] => {
    const value = units.has(unit) ? inUnit(length, unit) : null;
    if (value === null || value <= 0 || (type === "integer" && !Number.isInteger(value))) return [];
    const features = marks({ kind_number: true, type_fit: true, unit_fit: true, range_length: true });
    return [readingFilling(scene, seeker, reading, { value: type === "duration" ? length : value, features })];
  });
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
