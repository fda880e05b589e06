import { beforeEach, expect, it, vi } from "vitest";
import { steadyClock } from "./system-time.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 5, 1);

/** Real time, and how far the date is off. */
let passed: number;
let off: number;
let slept: number;
const log = vi.fn();
const sources = {
  wall: () => start + passed + slept + off,
  monotonic: () => passed,
  sinceBoot: () => 5 * day + passed + slept,
};
beforeEach(() => {
  [passed, off, slept] = [0, 0, 0];
  log.mockClear();
});

it.each([hour, -hour, 400 * day, -400 * day])("a date that jumps by %i ms and comes back is never seen", (by) => {
  const clock = steadyClock(log, sources);
  passed += 10 * minute;
  off = by;
  expect(clock.now()).toBe(start + passed);
  passed += 20 * minute;
  expect(clock.now()).toBe(start + passed);
  off = 0;
  expect(clock.now()).toBe(start + passed);
  expect(log.mock.calls.map(([message]) => message)).toEqual([
    "the clock jumped and is not followed yet",
    "the clock is followed again",
  ]);
});

it("jumps back and forth prove nothing", () => {
  const clock = steadyClock(log, sources);
  for (let round = 0; round < 30; round += 1) {
    off = [hour, -hour, 400 * day, 0][round % 4] ?? 0;
    passed += 25 * minute;
    expect(clock.now()).toBe(start + passed);
  }
});

it("a date that was set right is followed once it has lasted", () => {
  const clock = steadyClock(log, sources);
  off = -3 * hour;
  expect(clock.now()).toBe(start);
  passed += hour;
  expect(clock.now()).toBe(sources.wall());
  passed += minute;
  expect(clock.now()).toBe(sources.wall());
});

it("small corrections are followed at once, also many of them", () => {
  const clock = steadyClock(log, sources);
  for (let round = 0; round < 100; round += 1) {
    passed += 15 * minute;
    off += 20_000;
    expect(clock.now()).toBe(sources.wall());
  }
  expect(log).not.toHaveBeenCalled();
});

it("a machine that has slept is right about the date", () => {
  const clock = steadyClock(log, sources);
  passed += minute;
  slept = 9 * hour;
  expect(clock.now()).toBe(start + passed + slept);
  expect(log).not.toHaveBeenCalled();
});

it("a machine that starts in 1970 is followed as soon as it knows the date", () => {
  off = -start;
  const clock = steadyClock(log, sources);
  passed += minute;
  off = 0;
  expect(clock.now()).toBe(start + passed);
});

it("times are whole milliseconds, also while the date is not followed", () => {
  const clock = steadyClock(log, sources);
  passed += 1000.625;
  off = hour - 0.625;
  expect(clock.now()).toBe(start + 1001);
});
