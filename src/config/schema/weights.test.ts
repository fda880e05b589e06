import { expect, it } from "vitest";
import { parseWeights } from "./weights.ts";

it("reads weights by feature, whatever is said about how they were made", () => {
  expect(parseWeights('{"weights":{"kind_date":1.5},"made":{"rows":40}}')).toEqual({ kind_date: 1.5 });
});

it.each([
  "",
  "[]",
  "{}",
  '{"weights":{"kind_date":"high"}}',
  '{"weights":{"kind_date":1e9}}',
  '{"weights":{},"more":1}',
])("says what is wrong with %s", (text) => {
  expect(typeof parseWeights(text)).toBe("string");
});
