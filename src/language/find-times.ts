import { isoTime } from "../engine/expression/local-time.ts";
import { dayPartOf, hourOf, hourOnClock, hourPattern, minuteOf, minutePattern } from "./clock-words.ts";
import { type Found, foldText } from "./fold-text.ts";

const named: ReadonlyMap<string, string> = new Map([
  ["noon", "12:00"],
  ["midday", "12:00"],
  ["mediodia", "12:00"],
  ["midnight", "00:00"],
  ["medianoche", "00:00"],
]);

/** The ways to say a time, the most telling first; each reads hour and minute from its groups. */
const cores = [
  `(?<clockHour>\\d{1,2})(?::|h)(?<clockMinute>\\d{2})(?::\\d{2})?`,
  `(?<pastMinute>${minutePattern}|a quarter)(?: minutes?)? (?<direction>past|after|to|before|till) (?<pastHour>${hourPattern})`,
  `half (?<halfHour>${hourPattern})`,
  `(?<conHour>${hourPattern}) (?<sign>y|menos) (?<conMinute>${minutePattern})`,
  `(?<sideHour>${hourPattern})[ -](?<sideMinute>fifteen|twenty(?:[ -]five)?|thirty(?:[ -]five)?|forty(?:[ -]five)?|fifty(?:[ -]five)?)`,
  `(?<strictHour>${hourPattern}) ?(?:o ?['’"]? ?clock|h(?:oras|rs)?\\b)`,
  `(?<bareHour>${hourPattern})`,
].join("|");

const time = new RegExp(
  `(?<![\\p{L}\\p{N}:/.,$€£-])` +
    `(?:(?<before>morning|afternoon|evening|night|tonight),? (?:at |around |about )?)?` +
    `(?<lead>(?:at|a las?|las|la) )?(?:about |around )?` +
    `(?:${cores})` +
    `(?:,? ?(?:in the |at |this |de la |por la )?(?<after>a\\.? ?m\\b\\.?|p\\.? ?m\\b\\.?|morning|afternoon|evening|night|tonight|(?<=de la |por la )(?:manana|tarde|noche|madrugada)))?` +
    `(?![\\p{L}\\p{N}:/%€$-]|[.,]\\d)`,
  "gu",
);
const noon = /(?<![\p{L}\p{N}])(?:noon|midday|midnight|mediodia|medianoche)(?![\p{L}\p{N}])/gu;

/** Every time of day in a text, as `HH:MM`. A number alone is a time only after `at` or beside a part of the day. */
export function findTimes(text: string): readonly Found<string>[] {
  const folded = foldText(text);
  const words = Array.from(folded.matchAll(noon), (match) => found(match, named.get(match[0]) ?? null));
  const clocks = Array.from(folded.matchAll(time), (match) => found(match, timeIn(match.groups ?? {})));
  return [...words, ...clocks].filter((each) => each !== null).sort((left, right) => left.start - right.start);
}

function found(match: RegExpExecArray, value: string | null): Found<string> | null {
  return value === null ? null : { value, start: match.index, end: match.index + match[0].length };
}

type Groups = Readonly<Record<string, string | undefined>>;

function timeIn(groups: Groups): string | null {
  const part = groups["before"] ?? groups["after"];
  if (groups["bareHour"] !== undefined && part === undefined && groups["lead"] === undefined) return null;
  const read = clockOf(groups);
  if (read.hour > 23 || Math.abs(read.minute) > 59) return null;
  // `quarter to twelve in the morning` is in the morning, though twelve itself is not: the earlier hour counts.
  const hour = read.minute < 0 ? hourBefore(read.hour) : read.hour;
  const isExact = read.written.startsWith("0");
  return isoTime({
    hour: hourOnClock(hour, part === undefined ? null : dayPartOf(part), isExact),
    minute: (read.minute + 60) % 60,
  });
}

function hourBefore(hour: number): number {
  if (hour === 0) return 23;
  return hour === 1 ? 12 : hour - 1;
}

interface Clock {
  readonly hour: number;
  /** Negative before the hour. */
  readonly minute: number;
  readonly written: string;
}

function clockOf(groups: Groups): Clock {
  const clock = (hour: string, minute: number): Clock => ({ hour: hourOf(hour), minute, written: hour });
  const { clockHour, pastHour, halfHour, conHour, sideHour } = groups;
  if (clockHour !== undefined) return clock(clockHour, Number(groups["clockMinute"]));
  if (pastHour !== undefined) {
    const sign = /^(?:past|after)$/.test(groups["direction"] ?? "") ? 1 : -1;
    return clock(pastHour, sign * minuteOf(groups["pastMinute"] ?? ""));
  }
  if (halfHour !== undefined) return clock(halfHour, 30);
  if (conHour !== undefined) {
    return clock(conHour, (groups["sign"] === "y" ? 1 : -1) * minuteOf(groups["conMinute"] ?? ""));
  }
  if (sideHour !== undefined) return clock(sideHour, minuteOf(groups["sideMinute"] ?? ""));
  return clock(groups["strictHour"] ?? groups["bareHour"] ?? "", 0);
}
