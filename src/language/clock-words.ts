/** Hours by their names, folded. */
const hourNames = [
  "one two three four five six seven eight nine ten eleven twelve",
  "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
];
const hourWords: ReadonlyMap<string, number> = new Map(
  hourNames.flatMap((names) => names.split(" ").map((name, index): [string, number] => [name, index + 1])),
);
const minuteWords: ReadonlyMap<string, number> = new Map([
  ["half", 30],
  ["media", 30],
  ["quarter", 15],
  ["a quarter", 15],
  ["cuarto", 15],
  ["five", 5],
  ["cinco", 5],
  ["ten", 10],
  ["diez", 10],
  ["fifteen", 15],
  ["quince", 15],
  ["twenty", 20],
  ["veinte", 20],
  ["twenty five", 25],
  ["veinticinco", 25],
  ["thirty", 30],
  ["treinta", 30],
  ["thirty five", 35],
  ["forty", 40],
  ["cuarenta", 40],
  ["forty five", 45],
  ["fifty", 50],
  ["fifty five", 55],
]);

const longestFirst = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join("|");

/** Sources for regular expressions over folded text. */
export const hourPattern = `\\d{1,2}|${longestFirst(hourWords.keys())}`;
export const minutePattern = `\\d{1,2}|${longestFirst([...minuteWords.keys()].map((word) => word.replace(" ", "[ -]")))}`;

export function hourOf(written: string): number {
  return hourWords.get(written) ?? Number(written);
}

export function minuteOf(written: string): number {
  return minuteWords.get(written.replace("-", " ")) ?? Number(written);
}

export type DayPart = "morning" | "afternoon" | "night";

export function dayPartOf(written: string): DayPart {
  if (/^(?:a\.?\s?m|morning|manana|madrugada)/.test(written)) return "morning";
  return /^(?:night|noche)/.test(written) ? "night" : "afternoon";
}

/**
 * The hour of a 24-hour clock. Without a part of the day the hours from 1 to 6 are taken for the afternoon: people
 * arrange things between seven and seven. A leading zero says that a 24-hour clock is meant.
 */
export function hourOnClock(hour: number, part: DayPart | null, isExact: boolean): number {
  if (hour > 12 || hour === 0) return hour;
  switch (part) {
    case "morning":
      return hour % 12;
    case "afternoon":
      return (hour % 12) + 12;
    case "night":
      return hour % 12 < 6 ? hour % 12 : hour + 12;
    case null:
      return !isExact && hour <= 6 ? hour + 12 : hour;
    default:
      return part satisfies never;
  }
}
