import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createTurnStarter } from "./turn-gate.ts";

const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Turns that note when they begin and end when they are let. */
function begin(count: number) {
  const starter = createTurnStarter();
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: number[] = [];
  const turns = Array.from({ length: count }, (_, index) =>
    starter.start(async () => {
      begun.push(index);
      await promise;
    }),
  );
  return {
    starter,
    begun,
    async end() {
      resolve();
      await Promise.all(turns);
    },
  };
}

describe("turns", () => {
  it("begin at once while there are few", async () => {
    const { begun, end } = begin(8);
    expect(begun).toHaveLength(8);
    await end();
  });

  it("begin one after the other when there are many, in the order in which they came", async () => {
    const { begun, end } = begin(11);
    expect(begun).toHaveLength(8);
    while (begun.length < 11) {
      const before = begun.length;
      await round();
      expect(begun.length - before).toBeLessThanOrEqual(1);
    }
    expect(begun).toEqual(Array.from({ length: 11 }, (_, index) => index));
    await end();
  });

  it("wait for those who come, but not for ever", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { starter, begun, end } = begin(10);
    const roundOfArrivals = async (): Promise<void> => {
      starter.arrived();
      await round();
    };
    // Alone they would have begun in two.
    for (let rounds = 0; rounds < 20; rounds += 1) await roundOfArrivals();
    expect(begun).toHaveLength(8);
    for (const expected of [9, 10]) {
      vi.advanceTimersByTime(251);
      await roundOfArrivals();
      expect(begun).toHaveLength(expected);
    }
    await end();
  });

  it("that fail make room for others", async () => {
    const starter = createTurnStarter();
    const failures = Array.from({ length: 20 }, () => starter.start(() => Promise.reject(new Error("no"))));
    expect((await Promise.allSettled(failures)).every(({ status }) => status === "rejected")).toBe(true);
    expect(await starter.start(async () => "taken")).toBe("taken");
  });
});
