import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryStore } from "../stores/memory/store.ts";
import type { Store } from "../stores/store.ts";
import { createRetentionClock } from "./retention-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 5, 1);

let store: Store;
let real: number;
let off: number;
const log = vi.fn();
/** A process that starts now. */
const open = () => createRetentionClock(store, { now: () => start + real + off, running: () => real, log });
beforeEach(() => {
  store = createMemoryStore();
  [real, off] = [0, 0];
  log.mockClear();
});

it("follows the date while a server runs, and over a night without one", async () => {
  const clock = open();
  for (let hours = 0; hours < 30; hours += 1) {
    expect(await clock.reach("by_running")).toBe(start + real);
    real += hour;
  }
  real += 14 * hour;
  expect(await open().reach("by_running")).toBe(start + real);
  expect(log).not.toHaveBeenCalled();
});

it("a date 400 days ahead counts no more than the time for which it is wrong, however often a process starts", async () => {
  await open().reach("by_running");
  off = 400 * day;
  for (let starts = 0; starts < 20; starts += 1) expect(await open().reach("by_running")).toBe(start);
  const clock = open();
  for (let hours = 1; hours <= 5; hours += 1) {
    real += hour;
    expect(await clock.reach("by_running")).toBe(start + 2 * real);
  }
  expect(log).toHaveBeenCalledWith(expect.stringContaining("far ahead"), { days: 400 });
  off = 0;
  expect(await clock.reach("by_running")).toBe(start + real);
});

it("times are whole milliseconds, as databases store them", async () => {
  await open().reach("by_running");
  off = 400 * day;
  const clock = open();
  real += 100.3;
  expect(await clock.reach("by_running")).toBe(start + 200);
});

it("after a long pause retention catches up, or at once if somebody says so", async () => {
  await open().reach("by_running");
  real += 10 * day;
  const clock = open();
  expect(await clock.reach("by_running")).toBe(start);
  real += 10 * day;
  expect(await clock.reach("by_running")).toBe(start + real);
  real += 10 * day;
  expect(await open().reach("at_once")).toBe(start + real);
  expect(await open().reach("by_running")).toBe(start + real);
});

it("a date in the past is taken, and what was written by it is not old afterwards", async () => {
  await open().reach("by_running");
  off = -400 * day;
  expect(await open().reach("by_running")).toBe(start + off);
  off = 0;
  // Data that was written in between seems to be 400 days old: it is not forgotten at once.
  expect(await open().reach("by_running")).toBe(start - 400 * day);
});
