import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSweeper } from "./sweeper.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const nothing = { conversations: [], turns: 0 };
const abandon = async (): Promise<number> => 0;
const prune = vi.fn().mockResolvedValue(nothing);

it("a server that has begun to listen sweeps at once", async () => {
  const recover = vi.fn().mockResolvedValue(0);
  const stop = startSweeper({ recover, abandon, prune }, { everyMs: 1000, atOnce: true });
  expect(recover).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(recover).toHaveBeenCalledTimes(2);
  await stop();
});

it("turns that died elsewhere are finished without anybody asking, one sweep after the other", async () => {
  const first = Promise.withResolvers<number>();
  const recover = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue(0);
  const log = vi.fn();
  const stop = startSweeper({ recover, abandon, prune }, { everyMs: 1000, log });
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
  const stop = startSweeper({ recover, abandon, prune }, { everyMs: 1000, log });
  await vi.advanceTimersByTimeAsync(2000);
  expect(recover).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenCalledWith("sweep failed", { error: "away" });
  await stop();
});

it("what is old enough is forgotten with the first sweep, then once in a while", async () => {
  const recover = vi.fn().mockResolvedValue(0);
  const forgetting = vi
    .fn()
    .mockResolvedValueOnce({ conversations: ["c1"], turns: 3 })
    .mockResolvedValue(nothing);
  const log = vi.fn();
  const stop = startSweeper({ recover, abandon, prune: forgetting }, { everyMs: 1000, pruneEveryMs: 5000, log });
  await vi.advanceTimersByTimeAsync(1000);
  expect(log).toHaveBeenCalledWith("old turns forgotten", { conversations: 1, turns: 3 });
  await vi.advanceTimersByTimeAsync(9000);
  expect(recover).toHaveBeenCalledTimes(10);
  expect(forgetting).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenCalledTimes(1);
  await stop();
});

it("sessions that timed out are put aside with every sweep", async () => {
  const recover = vi.fn().mockResolvedValue(0);
  const timedOut = vi.fn().mockResolvedValueOnce(2).mockResolvedValue(0);
  const log = vi.fn();
  const stop = startSweeper({ recover, abandon: timedOut, prune }, { everyMs: 1000, log });
  await vi.advanceTimersByTimeAsync(2000);
  expect(timedOut).toHaveBeenCalledTimes(2);
  expect(log.mock.calls).toEqual([["sessions put aside that had timed out", { sessions: 2 }]]);
  await stop();
});
