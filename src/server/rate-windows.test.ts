import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RateWindows } from "./rate-windows.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const minute = 60_000;
const counter = () => {
  const windows = new RateWindows();
  return (key: string) => {
    let result: { current: number; ttl: number } | undefined;
    windows.incr(key, (_, counted) => (result = counted), minute);
    return result;
  };
};

it("counts each key in windows of its own", () => {
  const take = counter();
  expect([take("a"), take("a"), take("b")].map((each) => each?.current)).toEqual([1, 2, 1]);
  vi.advanceTimersByTime(minute - 1);
  expect(take("a")).toEqual({ current: 3, ttl: 1 });
  vi.advanceTimersByTime(1);
  expect(take("a")).toEqual({ current: 1, ttl: minute });
});

it.each([-3_600_000, 3_600_000])("a date that is changed by %i ms neither refuses nor frees anybody", (by) => {
  const take = counter();
  take("a");
  vi.setSystemTime(Date.now() + by);
  expect(take("a")?.current).toBe(2);
  vi.advanceTimersByTime(minute);
  expect(take("a")?.current).toBe(1);
});

it("remembers a bounded number of keys", () => {
  const take = counter();
  for (let index = 0; index < 20_000; index += 1) take(`key-${index}`);
  expect(take("key-19999")?.current).toBe(2);
  expect(take("key-0")?.current).toBe(1);
});
