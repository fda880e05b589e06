import { parseIsoDate } from "../../../engine/expression/calendar-day.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { addSpan, isoOfDay } from "../../../language/readers/calendar.ts";
import { timeOf, toMinutes } from "../../../language/readers/times.ts";
import { slotKindOf } from "../../slot-kind.ts";
import type { SlotInScope } from "../../understander.ts";
import type { Seeker } from "./around.ts";
import { inUnit } from "./in-unit.ts";
import type { Scene } from "./scene.ts";

const day = 86_400_000;

/** Known days and times that values count from: "a week later", "five nights", "the 2nd". */
export interface Known {
  /** What "a week later" counts from: the value that is replaced, or the last one before it of that type. */
  readonly base: string | null;
  /** For the end of a stay, a journey or a meeting: when it begins. */
  readonly begins: string | null;
}

/** Of the slots of a date, or those of a time. */
export function knownFrom(scene: Scene, seeker: Seeker, type: "date" | "time"): Known {
  const { slot, flow, known } = seeker;
  const said = (each: SlotInScope | undefined): string | null =>
    each === undefined ? null : saidOf(known, each, type);
  const slots = flow.slots.filter((each) => isOf(each, type));
  const place = slots.findIndex(({ name }) => name === slot.name);
  const start = startOf(scene, slots, place);
  const others = slots.filter((each, at) => at !== place && said(each) !== null);
  const before = others.findLast((each) => slots.indexOf(each) < place) ?? others[0];
  return { base: said(slots[place]) ?? said(start) ?? said(before), begins: said(start) };
}

/** The slot for the beginning of what a slot ends. Of two slots whose texts say no such thing, the first one. */
function startOf(scene: Scene, slots: readonly SlotInScope[], place: number): SlotInScope | undefined {
  const roles = slots.map((each) => slotKindOf(each, scene.context.language).role);
  if (roles[place] === "end" && roles.includes("start")) return slots[roles.indexOf("start")];
  // "When do you arrive? When do you leave?" is a stay, though a journey begins with leaving.
  return slots.length === 2 && place === 1 ? slots[0] : undefined;
}

const isOf = ({ type }: SlotInScope, wanted: "date" | "time"): boolean => type === wanted || type === "datetime";

const forms = { date: /^\d{4}-\d\d-\d\d/, time: /\d\d:\d\d$/ } as const;

function saidOf(known: JsonObject, { name }: SlotInScope, wanted: "date" | "time"): string | null {
  const value = known[name];
  return typeof value === "string" ? (forms[wanted].exec(value)?.[0] ?? null) : null;
}

/**
 * The day that is later than another by a length of time, and the day before that: five days from Monday end on Saturday, or on Friday
 * if Monday counts. Nothing for what is no number of days, months or years.
 */
export function daysAfter(begins: string, length: string): readonly (string | null)[] {
  const parts = /^P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?$/.exec(length);
  const first = parseIsoDate(begins);
  if (parts === null || first === null) return [];
  const [years, months, days] = parts.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  const number = Date.UTC(first.year, first.month - 1, first.day) / day;
  const last = addSpan(number, { months: 12 * years + months, days, seconds: 0 }, 1);
  return [isoOfDay(last), isoOfDay(last - 1)];
}

/** A time later than another, on the same day. */
export function timeAfter(begins: string, length: string): string | null {
  const minutes = inUnit(length, "minute");
  if (minutes === null || !Number.isInteger(minutes)) return null;
  const total = toMinutes(begins) + minutes;
  return total >= 1440 ? null : timeOf(total);
}

/** "The 2nd", "monday" for the end of what begins later than the next such day: the first one after that. */
export function laterThan(
  scene: Scene,
  { start, end, value }: { readonly start: number; readonly end: number; readonly value: string },
  begins: string,
): string | null {
  if (value >= begins) return null;
  const at = (now: number): string | undefined =>
    scene.readings("date", { now }).find((one) => one.start === start && one.end === end && one.rank === 0)?.value;
  // "Tomorrow" counts from today, whenever something begins.
  if (at(scene.context.now + day) !== value) return null;
  const later = at(Date.parse(`${begins}T12:00:00Z`));
  return later !== undefined && later >= begins ? later : null;
}
