import { expect, it } from "vitest";
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
