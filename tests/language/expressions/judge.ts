import { convert } from "../../../src/engine/slot-types/units.ts";
import { read } from "../../../src/language/read.ts";
import type { Kind, Reading, ReadingContext } from "../../../src/language/reading.ts";
import type { Expression, ExpressionLanguage, Expressions } from "./read-expressions.ts";

/** How the readers did on one row. */
export interface Verdict {
  readonly row: Expression;
  readonly readings: readonly Reading[];
  /** The right value, with the right marks, is the first that was not taken back. */
  readonly isFirst: boolean;
  readonly isAmong: boolean;
  /** Every alternative and everything taken back was read too. */
  readonly isComplete: boolean;
}

/** Reads every row of a table as its fields say. */
export function judge(language: ExpressionLanguage, { reference, rows }: Expressions): readonly Verdict[] {
  return rows.map((row) => {
    const context: ReadingContext = {
      now: instantOf(row.at ?? reference.at, reference.zone),
      timezone: reference.zone,
      language,
      ...(row.region === undefined ? {} : { region: row.region }),
      ...(row.expects === undefined ? {} : { expects: row.expects }),
      ...(row.relative_to === undefined ? {} : { relativeTo: row.relative_to }),
      ...(row.slot_unit === undefined ? {} : { unit: row.slot_unit }),
    };
    const readings = read(row.kind as Kind, row.text, context);
    const meant = readings.filter(({ isTakenBack }) => isTakenBack !== true);
    const fits = (reading: Reading | undefined): boolean => reading !== undefined && isRight(reading, row);
    const alternatives = [...(row.alternatives ?? []), ...(row.taken_back ?? [])];
    if (row.value === "none") {
      return { row, readings, isFirst: readings.length === 0, isAmong: readings.length === 0, isComplete: true };
    }
    return {
      row,
      readings,
      isFirst: fits(meant[0]),
      isAmong: meant.some(fits),
      isComplete: alternatives.every((value) => readings.some((each) => isEqual(row.kind as Kind, each.value, value))),
    };
  });
}

/** The instant at which the clock of a zone shows this. */
function instantOf(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}:00Z`);
  const shown = new Date(asUtc).toLocaleString("sv-SE", { timeZone });
  return asUtc - (Date.parse(`${shown.replace(" ", "T")}Z`) - asUtc);
}

function isRight(reading: Reading, row: Expression): boolean {
  return (
    isEqual(row.kind as Kind, reading.value, row.value) &&
    (reading.isExcluded === true) === (row.excluded === true) &&
    reading.hedge === row.hedge
  );
}

/** Equal as README.md says for each kind. */
function isEqual(kind: Kind, left: unknown, right: unknown): boolean {
  switch (kind) {
    case "quantity":
      return sameQuantity(left as Amounts, right as Amounts);
    case "duration":
      return JSON.stringify(lengthOf(left)) === JSON.stringify(lengthOf(right));
    case "code":
      return bare(left, /[\s#]/g) === bare(right, /[\s#]/g);
    case "plate":
      return bare(left, /[\s#-]/g) === bare(right, /[\s#-]/g);
    case "name":
    case "address":
    case "email":
    case "url":
      return String(left).toLowerCase() === String(right).toLowerCase();
    default:
      return sorted(left) === sorted(right);
  }
}

const bare = (value: unknown, signs: RegExp): string => String(value).replaceAll(signs, "").toLowerCase();
const sorted = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(Object.entries(value).sort()) : JSON.stringify(value);

interface Amounts {
  readonly amount?: number;
  readonly from?: number;
  readonly to?: number;
  readonly unit: string;
}

function sameQuantity(left: Amounts, right: Amounts): boolean {
  return (["amount", "from", "to"] as const).every((key) => {
    const [one, other] = [left[key], right[key]];
    if (one === undefined || other === undefined) return one === other;
    const converted = convert(one, left.unit, right.unit);
    return converted !== null && Math.abs(converted - other) < 1e-6 * Math.max(1, Math.abs(other));
  });
}

/** Months, and seconds for the rest. */
function lengthOf(value: unknown): unknown {
  if (typeof value !== "string") {
    const { from, to } = value as { readonly from: unknown; readonly to: unknown };
    return [lengthOf(from), lengthOf(to)];
  }
  const match = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(value);
  if (match === null) return value;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return [years * 12 + months, days * 86_400 + hours * 3600 + minutes * 60 + seconds];
}
