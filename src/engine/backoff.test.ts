import { expect, it } from "vitest";
import { backoffDelay, restartDelay } from "./backoff.ts";

const backoff = { first: 250, longest: 30_000 };

it("doubles the wait with each failure, up to the longest", () => {
  const delays = [1, 2, 3, 8, 9, 1000, 5000].map((failures) => backoffDelay(failures, backoff));
  expect(delays).toEqual([250, 500, 1000, 30_000, 30_000, 30_000, 30_000]);
});

it("restarts at once, then ever more slowly, and never gives up", () => {
  const delays = [0, 1, 2, 3, 4, 5, 9, 10, 1000].map((failures) => restartDelay(failures, backoff));
  expect(delays).toEqual([0, 0, 250, 500, 1000, 2000, 30_000, 30_000, 30_000]);
});
