import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sharedFolder } from "../shared-folder.ts";

/** NLU++ (PolyAI, CC BY 4.0): messages with values of times, dates, money and counts. */
const files = ["nlupp-banking-dev.jsonl", "nlupp-hotels-dev.jsonl"];
const folder = join(sharedFolder, "data/intent");

export const family = ["times", "dates", "money", "counts"] as const;
export type Family = (typeof family)[number];

export interface LabelledValue {
  readonly family: Family;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** What it must be read as: one of these. */
  readonly value: string | number;
  readonly currency?: string;
}

const day = z.object({ day: z.number(), month: z.number(), year: z.number() });
const clock = z.object({ hour: z.number(), minute: z.number() });
const money = z.object({ amount: z.number(), currency: z.string() });
const labelled = z.object({ span: z.tuple([z.number(), z.number()]), value: z.unknown() });
const row = z.object({ text: z.string(), slots: z.record(z.string(), z.unknown()) });

const families: Readonly<Record<string, Family>> = {
  time: "times",
  time_from: "times",
  time_to: "times",
  date: "dates",
  date_from: "dates",
  date_to: "dates",
  amount_of_money: "money",
  adults: "counts",
  kids: "counts",
  people: "counts",
  rooms: "counts",
  number: "counts",
};

/** Null: the data is not on this machine. */
export function labelledValues(): readonly LabelledValue[] | null {
  const present = files.map((file) => join(folder, file)).filter((file) => existsSync(file));
  if (present.length === 0) return null;
  return present.flatMap((file) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .flatMap((line) => valuesOf(row.parse(JSON.parse(line)))),
  );
}

const valuesOf = ({ text, slots }: z.infer<typeof row>): readonly LabelledValue[] =>
  Object.entries(slots).flatMap(([slot, given]) => {
    const kind = families[slot];
    const read = labelled.safeParse(given);
    if (kind === undefined || !read.success) return [];
    const [start, end] = read.data.span;
    const value = wantedValue(kind, read.data.value);
    return value === null ? [] : [{ family: kind, message: text, start, end, ...value }];
  });

/** Null: the label itself says that it can't be told. */
function wantedValue(kind: Family, value: unknown): Pick<LabelledValue, "value" | "currency"> | null {
  switch (kind) {
    case "times": {
      const { success, data } = clock.safeParse(value);
      return success ? { value: `${two(data.hour)}:${two(data.minute)}` } : null;
    }
    case "dates": {
      const { success, data } = day.safeParse(value);
      return success ? { value: `${data.year}-${two(data.month)}-${two(data.day)}` } : null;
    }
    case "money": {
      const { success, data } = money.safeParse(value);
      return success
        ? { value: data.amount, ...(data.currency === "ambiguous" ? {} : { currency: data.currency }) }
        : null;
    }
    case "counts":
      return typeof value === "number" ? { value } : null;
    default:
      return kind satisfies never;
  }
}

const two = (value: number): string => String(value).padStart(2, "0");
