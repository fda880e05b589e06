import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../tests/support/dialogue.ts";
import type { SlotOrigin } from "../domain/slot-origin.ts";
import type { Frame } from "../domain/state.ts";
import { heldBefore, isWrittenBy, originAfter } from "./replaced.ts";
import { pushFrame } from "./stack.ts";

const assistant = assistantOf(`
slots: { city: { type: string, description: City } }
flows:
  trip: { description: Trip, trigger: { intents: [trip] }, steps: [{ step: ask, type: collect, slot: city }] }
`);
const pushed = pushFrame(newDialogue(assistant), contextOf(assistant), { flow: "trip", by: "user", caller: null });
const on = (...executed: readonly string[]): Frame => ({ ...pushed.frame, executed });
const user = { by: "user", messageId: "m-1" } as const;
const by = (step: string) => ({ by: "set", step }) as const;

/** The origin of a slot that these steps have written one after the other: the first 1, the second 2 and so on. */
const writtenBy = (first: string, ...others: readonly string[]): SlotOrigin =>
  others.reduce<SlotOrigin>(
    (origin, step, index) => originAfter({ value: index + 1, origin }, by(step), on(first, ...others.slice(0, index))),
    by(first),
  );

describe("a value that takes the place of another", () => {
  it("remembers it where a step writes, and not where the user speaks", () => {
    expect(originAfter({ value: 1, origin: by("a") }, user, on("a"))).toEqual(user);
    expect(originAfter({ value: 1, origin: user }, by("a"), on())).toEqual({
      ...by("a"),
      replaced: { value: 1, origin: user, onPath: false },
    });
  });

  it("remembers all that the way through the flow wrote", () => {
    const replaced = { value: 1, origin: by("a"), onPath: true };
    expect(writtenBy("a", "b", "c")).toEqual({
      ...by("c"),
      replaced: { value: 2, origin: { ...by("b"), replaced }, onPath: true },
    });
  });

  it("remembers one value of an earlier round, and nothing before it", () => {
    const earlier = writtenBy("a", "b");
    for (const step of ["a", "b"]) {
      expect(originAfter({ value: 2, origin: earlier }, by(step), on("begin"))).toEqual({
        ...by(step),
        replaced: { value: 2, origin: by("b"), onPath: false },
      });
    }
  });

  it("does not take a step that was only passed for its writer's way", () => {
    const passed = { ...on("a"), passed: ["a"] };
    expect(originAfter({ value: 1, origin: by("a") }, by("b"), passed)).toMatchObject({ replaced: { onPath: false } });
  });

  it("takes the same place again when its step writes once more", () => {
    expect(originAfter({ value: 2, origin: writtenBy("a", "b") }, by("b"), on("a", "b"))).toEqual(writtenBy("a", "b"));
    expect(originAfter({ value: 1, origin: by("a") }, by("a"), on("a"))).toEqual(by("a"));
  });
});

describe("before the steps that run again", () => {
  it("a slot held what the last step before them wrote", () => {
    const chain = writtenBy("a", "b", "c");
    expect(heldBefore(["c"], chain)).toMatchObject({ value: 2, origin: by("b") });
    expect(heldBefore(["b", "c"], chain)).toMatchObject({ value: 1, origin: by("a") });
    expect(heldBefore(["a", "b", "c"], chain)).toBeNull();
    expect(heldBefore(["a"], by("a"))).toBeNull();
    expect(heldBefore([], user)).toBeNull();
  });

  it("a slot held what the round before left, though the same steps wrote it", () => {
    const again = originAfter({ value: 7, origin: by("a") }, by("a"), on("begin"));
    expect(heldBefore(["a"], again)).toMatchObject({ value: 7, origin: by("a") });
  });

  it("what the user gave was written by none of them", () => {
    expect(isWrittenBy(["a"], user)).toBe(false);
    expect(isWrittenBy(["a"], by("b"))).toBe(false);
    expect(isWrittenBy(["a"], by("a"))).toBe(true);
  });
});
