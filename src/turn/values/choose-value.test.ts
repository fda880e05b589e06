import { describe, expect, it } from "vitest";
import type { Json } from "../../engine/json.ts";
import { coerce } from "./prepare-command.ts";

const value = (name: string, ...synonyms: string[]) => ({ value: name, synonyms });
const cabins = [value("economy", "coach"), value("business", "biz", "Business Class"), value("first")];
const chosen = (given: Json, values = cabins) => {
  const check = coerce({ type: "categorical", values }, given, { now: 0, timezone: "UTC", language: "en" });
  return check.ok ? check.value : check.reason;
};

describe("an allowed value", () => {
  it.each([
    ["economy", "economy"],
    [" ECONOMY ", "economy"],
    ["Coach", "economy"],
    ["biz", "business"],
    ["business class", "business"],
  ])("%s is %s", (given, expected) => expect(chosen(given)).toBe(expected));

  it("may be a number or a truth value", () => {
    expect(chosen(2, [value("1"), value("2")])).toBe("2");
    expect(chosen(true, [value("true")])).toBe("true");
  });

  it("is the exact one before the one in another case, and a value before a synonym", () => {
    expect(chosen("b", [value("B"), value("b")])).toBe("b");
    expect(chosen("BIZ", [value("business", "biz"), value("Biz")])).toBe("Biz");
  });

  it("needs no accents", () => {
    expect(chosen("Leon", [value("León")])).toBe("León");
  });
});

describe("a slip of the finger", () => {
  it.each([
    ["econmy", "economy"],
    ["econommy", "economy"],
    ["coech", "economy"],
    ["busines clas", "business"],
    ["firts", "not_allowed"],
    ["firs", "first"],
    ["fir", "not_allowed"],
    ["bis", "not_allowed"],
    ["bussinness", "business"],
    ["bussinnesss", "not_allowed"],
    ["ecnmy", "not_allowed"],
    ["premium", "not_allowed"],
    ["", "not_allowed"],
  ])("%s is %s", (given, expected) => expect(chosen(given)).toBe(expected));

  it("is no choice between two that are as near", () => {
    expect(chosen("moth", [value("math"), value("myth")])).toBe("not_allowed");
    expect(chosen("mathh", [value("math"), value("maths", "mathhs")])).toBe("not_allowed");
    expect(chosen("business-", [value("business"), value("businesses")])).toBe("business");
  });

  it("never touches digits or short names", () => {
    expect(chosen("2018", [value("2019")])).toBe("not_allowed");
    expect(chosen("room1", [value("rooms")])).toBe("not_allowed");
    expect(chosen("rooms", [value("room1")])).toBe("not_allowed");
    expect(chosen("cats", [value("cat")])).toBe("not_allowed");
  });
});

it("is never a list or an object", () => {
  expect(chosen(["economy"])).toBe("type");
  expect(chosen({ value: "economy" })).toBe("type");
});

it("is nothing where nothing is allowed", () => {
  expect(chosen("economy", [])).toBe("not_allowed");
});
