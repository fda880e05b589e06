import { expect, it, vi } from "vitest";
import { createSlots } from "./slots.ts";

/** Work that says when it has begun, and ends when it is let. */
function piece(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (): Promise<string> => {
    begun.push(name);
    await promise;
    return name;
  };
  return { work, end: resolve };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

it("so many run at a time, the others in the order they came", async () => {
  const begun: string[] = [];
  const slots = createSlots({ count: 2, holdMs: 1000 });
  const [a, b, c] = ["a", "b", "c"].map((name) => piece(begun, name)) as [Piece, Piece, Piece];
  const results = [a, b, c].map(({ work }) => slots.run(1, work));
  await settled();
  expect(begun).toEqual(["a", "b"]);
  b.end();
  expect(await results[1]).toBe("b");
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);
  a.end();
  c.end();
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
});
type Piece = ReturnType<typeof piece>;

it("work that takes all slots runs alone, and nobody overtakes it", async () => {
  const begun: string[] = [];
  const slots = createSlots({ count: 2, holdMs: 1000 });
  const [a, alone, c] = ["a", "alone", "c"].map((name) => piece(begun, name)) as [Piece, Piece, Piece];
  const running = [slots.run(1, a.work), slots.run(9, alone.work), slots.run(1, c.work)];
  await settled();
  expect(begun).toEqual(["a"]);
  a.end();
  await settled();
  expect(begun).toEqual(["a", "alone"]);
  alone.end();
  await settled();
  expect(begun).toEqual(["a", "alone", "c"]);
  c.end();
  await Promise.all(running);
});

it("work that fails gives its slot back, and work that never ends does after a while", async () => {
  vi.useFakeTimers();
  try {
    const begun: string[] = [];
    const slots = createSlots({ count: 1, holdMs: 1000 });
    await expect(slots.run(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const [hanging, next, last] = ["hanging", "next", "last"].map((name) => piece(begun, name)) as [
      Piece,
      Piece,
      Piece,
    ];
    const hung = slots.run(1, hanging.work);
    const others = [slots.run(1, next.work), slots.run(1, last.work)];
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual(["hanging"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(["hanging", "next"]);
    // Its slot is given back once, not twice.
    hanging.end();
    expect(await hung).toBe("hanging");
    expect(begun).toEqual(["hanging", "next"]);
    next.end();
    last.end();
    await Promise.all(others);
  } finally {
    vi.useRealTimers();
  }
});
