import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSweeper } from "./sweeper.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("turns that died elsewhere are finished without anybody asking, one sweep after the other", async () => {
  const first = Promise.withResolvers<number>();
  const recover = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue(0);
  const log = vi.fn();
  const stop = startSweeper({ recover }, { everyMs: 1000, log });
  await vi.advanceTimersByTimeAsync(3500);
  expect(recover).toHaveBeenCalledTimes(1);
  first.resolve(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toHaveBeenCalledWith("turns finished that had died", { turns: 2 });
  expect(recover).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(recover).toHaveBeenCalledTimes(3);
});

it("a store that is away does not end the sweeping", async () => {
  const recover = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(0);
  const log = vi.fn();
  const stop = startSweeper({ recover }, { everyMs: 1000, log });
  await vi.advanceTimersByTimeAsync(2000);
  expect(recover).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenCalledWith("sweep failed", { error: "away" });
  await stop();
});
