import { randomUUID } from "node:crypto";

/** Milliseconds from the start of the Gregorian calendar to that of Unix time. */
const gregorianOffset = 12_219_292_800_000;
/** Of this process: the time tells its ids apart. */
const origin = randomUUID().slice(19);
let latest = 0;
/** Of 100 nanoseconds each, as version 6 counts; ours only tell the ids of one millisecond apart. */
let ticks = 0;
const ticksPerMillisecond = 10_000;

/**
 * A version 6 UUID, as LangGraph gives its checkpoints: later ones sort after earlier ones. LangGraph's own generator
 * asks the system for new random bytes on every call, which would be a twentieth of a turn on the direct host.
 */
export function checkpointId(now: number): string {
  // A clock that was set back stands still here.
  const isLater = now > latest + ticks / ticksPerMillisecond;
  ticks = isLater ? 0 : ticks + 1;
  latest = isLater ? now : latest;
  // More ticks than a number can count: the upper and the lower bits are counted apart.
  const milliseconds = latest + gregorianOffset;
  const upper = Math.floor(milliseconds / lowerValues);
  const lower = (milliseconds - upper * lowerValues) * ticksPerMillisecond + ticks;
  const carried = upper * ticksPerMillisecond + Math.floor(lower / lowerValues);
  const time = hex(carried, 9) + hex(lower % lowerValues, 6);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-6${time.slice(12)}-${origin}`;
}

const lowerValues = 2 ** 24;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

let second = Number.NaN;
let untilSecond = "";

/** As `toISOString` writes it, which has most of its work only once a second. */
export function timestamp(now: number): string {
  const whole = Math.floor(now / 1000);
  if (whole !== second) {
    second = whole;
    untilSecond = new Date(whole * 1000).toISOString().slice(0, -4);
  }
  return `${untilSecond}${String(now - whole * 1000).padStart(3, "0")}Z`;
}
