import { expect, it } from "vitest";
import { createReadBudget } from "./read-budget.ts";

const limits = { reads: 5, readsPerOwner: 3 };

it("one owner has a share, and all together have one", () => {
  const budget = createReadBudget(limits);
  const permits = ["ana", "ana", "ana", "bob", "bob"].slice(0, 3).map((owner) => budget.enter(owner));
  expect(() => budget.enter("ana")).toThrow(expect.objectContaining({ code: "request.too_many" }));
  for (const owner of ["bob", "bob"]) budget.enter(owner);
  expect(() => budget.enter("cleo")).toThrow(expect.objectContaining({ code: "server.overloaded" }));
  permits[0]?.leave();
  permits[0]?.leave();
  budget.enter("ana");
  expect(() => budget.enter("ana")).toThrow();
});

it("others have their turn between any two steps", async () => {
  const budget = createReadBudget({ reads: 100, readsPerOwner: 100 });
  const order: string[] = [];
  const readers = Array.from({ length: 20 }, () =>
    budget.enter("ana").read(async () => {
      order.push("read");
    }),
  );
  const others = (async () => {
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      order.push("other");
    }
  })();
  await Promise.all([...readers, others]);
  const together = order
    .join(" ")
    .split("other")
    .map((part) => part.split("read").length - 1);
  expect(Math.max(...together.slice(0, 5))).toBeLessThanOrEqual(1);
});

it("a few steps run at a time, and one that fails makes room like any other", async () => {
  const budget = createReadBudget({ reads: 100, readsPerOwner: 100 });
  const begun: number[] = [];
  const gates = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
  const steps = gates.map((gate, index) =>
    budget
      .enter("ana")
      .read(async () => {
        begun.push(index);
        await gate.promise;
      })
      .catch(() => undefined),
  );
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  gates[0]?.reject(new Error("away"));
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  for (const gate of gates) gate.resolve();
  await Promise.all(steps);
  expect(begun).toHaveLength(10);
});
