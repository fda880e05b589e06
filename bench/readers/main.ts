import { parseArgs } from "node:util";
import { read } from "../../src/language/read.ts";
import type { Kind, Reading } from "../../src/language/reading.ts";
import { type Family, family, type LabelledValue, labelledValues } from "./labelled-values.ts";

const { values: options } = parseArgs({ options: { rows: { type: "boolean", default: false } } });

/** The labels say "tomorrow" for 16 March: the data was made on the 15th, in the morning. */
const context = { now: Date.parse("2022-03-15T09:00:00Z"), timezone: "Europe/London", language: "en" } as const;

const kinds: Readonly<Record<Family, readonly Kind[]>> = {
  times: ["time", "time_range"],
  dates: ["date", "date_range"],
  money: ["money", "number"],
  counts: ["count", "number"],
};

const all = labelledValues();
if (all === null) console.log("NLU++ is not on this machine: nothing to measure.");
else measure(all);

function measure(labels: readonly LabelledValue[]): void {
  const table = Object.fromEntries(
    family.map((name) => {
      const own = labels.filter((label) => label.family === name);
      const read = own.map((label) => ({ label, place: placeOf(label) }));
      const found = read.filter(({ place }) => place !== null).length;
      const first = read.filter(({ place }) => place === 0).length;
      if (options.rows)
        for (const { label, place } of read)
          if (place === null) console.log(`${name}: ${label.message.slice(label.start, label.end)} = ${label.value}`);
      return [
        name,
        {
          values: own.length,
          read: found,
          "read %": share(found, own.length),
          "likeliest %": share(first, own.length),
        },
      ];
    }),
  );
  console.log("NLU++: values that are among the readings of their words, and that are the likeliest of them");
  console.table(table);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : ((100 * part) / whole).toFixed(1);
}

/** The rank of the right reading among those that share words with the label; null: it is not there. */
function placeOf(label: LabelledValue): number | null {
  const ranks = kinds[label.family]
    .flatMap((kind): readonly Reading[] => read(kind, label.message, context))
    .filter(({ start, end, isTakenBack }) => start < label.end && end > label.start && isTakenBack !== true)
    .filter((reading) => says(reading, label))
    .map(({ rank }) => rank);
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/** A range says both of its ends. */
function says({ value }: Reading, label: LabelledValue): boolean {
  if (typeof value !== "object") return value === label.value;
  if ("from" in value && "to" in value) return value.from === label.value || value.to === label.value;
  const { amount, currency } = value as { readonly amount?: number; readonly currency?: string };
  return (
    amount === label.value && (label.currency === undefined || currency === undefined || currency === label.currency)
  );
}
