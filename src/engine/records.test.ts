import { expect, it } from "vitest";
import { withEntry, withoutEntries } from "./json.ts";

it("leaves the record as it was", () => {
  const record = Object.freeze({ a: 1, b: 2 });
  expect(withEntry(record, "c", 3)).toEqual({ a: 1, b: 2, c: 3 });
  expect(withEntry(record, "a", 3)).toEqual({ a: 3, b: 2 });
  expect(withoutEntries(record, ["a"])).toEqual({ b: 2 });
  expect(withoutEntries(record, ["c"])).toBe(record);
  expect(record).toEqual({ a: 1, b: 2 });
});
