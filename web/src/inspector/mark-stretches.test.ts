import { describe, expect, it } from "vitest";
import { markStretches } from "./mark-stretches.ts";

const read = (start: number, end: number, reading: string) => ({ start, end, reading, features: [] });

describe("the parts of a message", () => {
  it("are all of it, marked where they were read as something", () => {
    expect(markStretches("on friday for two", [read(14, 17, "number 2"), read(3, 9, "date")])).toEqual([
      { text: "on ", reading: null },
      { text: "friday", reading: "date" },
      { text: " for ", reading: null },
      { text: "two", reading: "number 2" },
    ]);
  });

  it("do not overlap, and end with the message", () => {
    expect(markStretches("friday", [read(0, 3, "word"), read(0, 6, "date"), read(2, 9, "late")])).toEqual([
      { text: "friday", reading: "date" },
    ]);
    expect(markStretches("hi", [])).toEqual([{ text: "hi", reading: null }]);
  });
});
