import { describe, expect, it, vi } from "vitest";
import { SoniError } from "../engine/errors.ts";
import { sampleMessage } from "../testing/store-contract/sample-dialogue.ts";
import { createStore } from "./create-store.ts";
import { createMemoryRows } from "./memory/rows.ts";
import type { StoreRows } from "./rows.ts";

/** A database whose writes fail with this code, if one is set; reads still work. */
const breakable = () => {
  const inner = createMemoryRows();
  const fault: { code: string | null } = { code: null };
  const failing =
    <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (fault.code !== null) throw new SoniError(fault.code, "As the test wants it.");
      return write(...given);
    };
  const probe = vi.fn(failing(inner.marks.write));
  const rows: StoreRows = {
    ...inner,
    insertMessage: failing(inner.insertMessage),
    marks: { ...inner.marks, write: probe },
  };
  return { store: createStore(rows, {}), fault, probe };
};

describe("whether a store takes writes", () => {
  it("is found out by a write if there was none yet", async () => {
    const { store, fault, probe } = breakable();
    fault.code = "store.full";
    expect(await store.isWritable()).toBe(false);
    fault.code = null;
    expect(await store.isWritable()).toBe(true);
    expect(await store.isWritable()).toBe(true);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it.each(["store.full", "store.unavailable", "store.read_only", "store.locked"])(
    "is no after %s, until one works again",
    async (code) => {
      const { store, fault } = breakable();
      await store.accept("c1", sampleMessage("m1"));
      expect(await store.isWritable()).toBe(true);
      fault.code = code;
      await expect(store.accept("c1", sampleMessage("m2"))).rejects.toMatchObject({ code });
      expect(await store.isWritable()).toBe(false);
      expect(await store.conversations()).toEqual([]);
      fault.code = null;
      await store.accept("c1", sampleMessage("m2"));
      expect(await store.isWritable()).toBe(true);
    },
  );

  it("is not about what one conversation was refused", async () => {
    const { store, fault } = breakable();
    await store.accept("c1", sampleMessage("m1"));
    fault.code = "store.corrupt";
    await expect(store.accept("c1", sampleMessage("m2"))).rejects.toThrow();
    expect(await store.isWritable()).toBe(true);
  });

  it("is asked by many and tried once at a time", async () => {
    const { store, probe } = breakable();
    const answers = await Promise.all(Array.from({ length: 50 }, () => store.isWritable()));
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(probe).toHaveBeenCalledTimes(1);
  });
});
