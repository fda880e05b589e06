import { expect, it } from "vitest";
import { mergeGrants, parseGrants, queuesOf } from "./grants.ts";

const queuesIn = (...texts: readonly string[]) => queuesOf(mergeGrants(texts.map((text) => parseGrants(text, "x"))));

it.each([
  ["agent", [null]],
  ["agent=sales", ["sales"]],
  ["agent=sales+agent=billing+metrics", ["sales", "billing"]],
  ["agent+agent=sales", [null, "sales"]],
  ["developer", []],
  ["", []],
])("'%s' has the queues %j", (text, queues) => expect(queuesIn(text)).toEqual(new Set(queues)));

it("has all of them with a star, and those of every claim together", () => {
  expect(queuesIn("agent=*")).toBe("all");
  expect(queuesIn("agent", "developer", "agent=sales")).toEqual(new Set([null, "sales"]));
  expect(queuesOf({ roles: ["agent"] })).toEqual(new Set([null]));
});

it.each(["agent=", "agent=a=b", "metrics=all", "service=0", "service=1e3"])("'%s' is refused", (text) =>
  expect(() => parseGrants(text, "token 'x'")).toThrow("of token 'x' is not understood"),
);
