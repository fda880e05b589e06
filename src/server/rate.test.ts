import { expect, it, onTestFinished, vi } from "vitest";
import { createRate } from "./rate.ts";

it("counts each key by itself, in a minute that begins with its first use", () => {
  let now = 1_000;
  const rate = createRate(() => now);
  expect([rate.take("ana", 2), rate.take("ana", 2), rate.take("ana", 2)]).toEqual([0, 0, 60]);
  now += 20_500;
  expect([rate.take("ana", 2), rate.take("bob", 2)]).toEqual([40, 0]);
  now += 39_500;
  expect([rate.take("ana", 2), rate.take("bob", 2), rate.take("bob", 2)]).toEqual([0, 0, 21]);
});

it("never refuses without a limit", () => {
  const rate = createRate(() => 0);
  expect(Array.from({ length: 1000 }, () => rate.take("ana", null)).every((seconds) => seconds === 0)).toBe(true);
});

it("remembers a bounded number of keys", () => {
  const rate = createRate(() => 0);
  for (let index = 0; index < 60_000; index += 1) rate.take(`key-${index}`, 1);
  expect(rate.take("key-59999", 1)).toBe(60);
  expect(rate.take("key-0", 1)).toBe(0);
});

it("goes by a clock that nobody can set", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const rate = createRate();
  rate.take("ana", 1);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(rate.take("ana", 1)).toBe(60);
  vi.setSystemTime(Date.now() - 7_200_000);
  vi.advanceTimersByTime(60_000);
  expect(rate.take("ana", 1)).toBe(0);
});
