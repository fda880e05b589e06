import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const anybody = () => true;

function queueOf(...jobs: readonly (readonly [user: string, cost: number])[]) {
  const queue = createFairQueue<string>();
  const numbers = new Map<string, number>();
  for (const [user, cost] of jobs) {
    const number = (numbers.get(user) ?? 0) + 1;
    numbers.set(user, number);
    queue.add(`${user}${number}`, { user, cost });
  }
  const takeAll = (mayTake: (user: string) => boolean = anybody) => {
    const taken: string[] = [];
    for (let next = queue.take(mayTake); next !== undefined; next = queue.take(mayTake)) taken.push(next);
    return taken;
  };
  return { queue, takeAll };
}

describe("a fair queue", () => {
  it("lets users take turns by cost, in the order of each", () => {
    const { takeAll } = queueOf(["a", 100], ["a", 100], ["a", 100], ["b", 10], ["b", 10], ["c", 150]);
    expect(takeAll()).toEqual(["b1", "b2", "a1", "c1", "a2", "a3"]);
  });

  it("lets a newcomer wait for at most what is being done", () => {
    const { queue } = queueOf(...Array.from({ length: 20 }, () => ["a", 2_000] as const));
    for (let index = 1; index <= 5; index++) expect(queue.take(anybody)).toBe(`a${index}`);
    queue.add("b1", { user: "b", cost: 50 });
    expect([queue.take(anybody), queue.take(anybody)]).toEqual(["b1", "a6"]);
  });

  it("gives nobody credit for having been silent", () => {
    const { queue, takeAll } = queueOf(["a", 100], ["a", 100]);
    queue.take(anybody);
    for (const name of ["b1", "b2", "b3"]) queue.add(name, { user: "b", cost: 60 });
    expect(takeAll()).toEqual(["b1", "a2", "b2", "b3"]);
  });

  it("starves no one: a heavy message comes up among endless short ones", () => {
    const { queue } = queueOf(["a", 2_000]);
    const taken: (string | undefined)[] = [];
    for (let index = 0; index < 100; index++) {
      queue.add(`b${index}`, { user: "b", cost: 50 });
      taken.push(queue.take(anybody));
    }
    expect(taken.indexOf("a1")).toBe(39);
  });

  it("passes over users that may not have more now", () => {
    const { takeAll, queue } = queueOf(["a", 1], ["b", 100]);
    expect(takeAll((user) => user !== "a")).toEqual(["b1"]);
    expect(queue.size()).toBe(1);
  });

  it("takes back what was lost, to where it was", () => {
    const { queue, takeAll } = queueOf(["a", 10], ["a", 10], ["b", 15]);
    expect(queue.take(anybody)).toBe("a1");
    queue.putBack("a1");
    expect(takeAll()).toEqual(["a1", "b1", "a2"]);
  });

  it("forgets what is given up, and knows what each user has waiting", () => {
    const { queue, takeAll } = queueOf(["a", 10], ["a", 20], ["b", 15]);
    expect([queue.waiting("a"), queue.waiting("b"), queue.waiting("c")]).toEqual([30, 15, 0]);
    queue.remove("a1");
    expect([queue.waiting("a"), queue.size()]).toEqual([20, 2]);
    expect(takeAll()).toEqual(["b1", "a2"]);
  });
});
