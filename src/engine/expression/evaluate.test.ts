import { describe, expect, it } from "vitest";
import { quietly, run } from "../../../tests/support/run-expression.ts";
import type { Json } from "../json.ts";
import { isTrue } from "./evaluate.ts";

describe("truth", () => {
  it("only null, a missing value and false are false", () => {
    expect([null, undefined, false].map(isTrue)).toEqual([false, false, false]);
    expect([0, "", [], {}, true, "false"].map((value) => isTrue(value as Json))).toEqual(Array(6).fill(true));
  });

  it.each<[string, Json]>([
    ["true and true", true],
    ["true and false", false],
    ["false and true", false],
    ["null and true", false],
    ["true and null", false],
    ["0 and ''", true],
    ["false or false", false],
    ["false or null", false],
    ["null or 0", true],
    ["1 or false", true],
    ["false or 'x'", true],
    ["not true", false],
    ["not false", true],
    ["not null", true],
    ["not missing", true],
    ["not 0", false],
    ["not ''", false],
  ])("%s is %s", (source, expected) => expect(quietly(source)).toBe(expected));

  it("leaves the right side alone where the left decides", () => {
    expect(quietly("false and 1 / 0")).toBe(false);
    expect(quietly("true or 1 / 0")).toBe(true);
    expect(run("true and 1 / 0").notes).toHaveLength(1);
    expect(run("false or 1 / 0").notes).toHaveLength(1);
  });
});

describe("equality", () => {
  it.each<[string, Json]>([
    ["null == null", true],
    ["null != null", false],
    ["missing == null", true],
    ["1 == null", false],
    ["null == 'a'", false],
    ["1 != null", true],
    ["null != false", true],
    ["1 == 1", true],
    ["1 == 1.0", true],
    ["1 == 2", false],
    ["1 != 2", true],
    ["'a' == 'a'", true],
    ["'a' == 'A'", false],
    ["'a' != 'b'", true],
    ["true == true", true],
    ["true == false", false],
    ["[1, 'a'] == [1, 'a']", true],
    ["[1, 'a'] == ['a', 1]", false],
    ["[1] == [1, 2]", false],
    ["[1, 2] == [1]", false],
    ["[[1]] == [[1]]", true],
    ["[[1]] == [[2]]", false],
    ["[1] == ['1']", false],
    ["[null] == [null]", true],
    ["[null] == [1]", false],
    ["[[]] == [1]", false],
    ["[1] == [[]]", false],
    ["['2026-01-01'] == ['2026-01-01T10:00']", true],
  ])("%s is %s", (source, expected) => expect(quietly(source)).toBe(expected));

  it("compares objects by what they hold, in any order", () => {
    const slots = { a: { x: 1, y: [2] }, b: { y: [2], x: 1 }, c: { x: 1 }, d: { x: 1, z: [2] }, e: { x: 1, y: null } };
    expect(quietly("a == b", slots)).toBe(true);
    expect(quietly("a == c", slots)).toBe(false);
    expect(quietly("c == a", slots)).toBe(false);
    expect(quietly("a == d", slots)).toBe(false);
    expect(quietly("e == d", slots)).toBe(false);
    expect(quietly("[a] == [[]]", slots)).toBe(false);
    expect(quietly("[[]] == [a]", slots)).toBe(false);
    expect(quietly("a == e", slots)).toBe(false);
  });

  it.each([
    ["1 == '1'", "number == string"],
    ["1 != '1'", "number != string"],
    ["true == 1", "boolean == number"],
    ["[1] == 1", "list == number"],
    ["o == []", "object == list"],
    ["o != 'x'", "object != string"],
  ])("%s is null and noted", (source, types) => {
    expect(run(source, { o: {} })).toEqual({ value: null, notes: [`Can't compare ${types}.`] });
  });

  it("gives up on data nested beyond reason", () => {
    const nest = (depth: number): Json => (depth === 0 ? 1 : [nest(depth - 1)]);
    expect(run("a == b", { a: nest(100), b: nest(100) })).toEqual({ value: true, notes: [] });
    expect(run("a == b", { a: nest(101), b: nest(101) })).toEqual({
      value: false,
      notes: ["Data nested more than 100 deep is not compared."],
    });
    const wrap = (depth: number): Json => (depth === 0 ? 1 : { a: wrap(depth - 1) });
    expect(run("a == b", { a: wrap(101), b: wrap(101) }).value).toBe(false);
  });
});

describe("order", () => {
  it.each<[string, Json]>([
    ["1 < 2", true],
    ["2 < 2", false],
    ["3 < 2", false],
    ["1 <= 2", true],
    ["2 <= 2", true],
    ["3 <= 2", false],
    ["3 > 2", true],
    ["2 > 2", false],
    ["1 > 2", false],
    ["3 >= 2", true],
    ["2 >= 2", true],
    ["1 >= 2", false],
    ["'a' < 'b'", true],
    ["'b' < 'a'", false],
    ["'a' < 'a'", false],
    ["'a' <= 'a'", true],
    ["'b' > 'a'", true],
    ["'09:30' < '10:00'", true],
    ["null < 1", false],
    ["1 < null", false],
    ["null > 1", false],
    ["1 > null", false],
    ["null <= null", false],
    ["null >= null", false],
    ["missing >= 'a'", false],
    ["'2026-11-16' < '2026-11-17'", true],
    ["'2026-11-16' <= '2026-11-16'", true],
    ["'2026-12-01' > '2026-11-30'", true],
    ["'2026-11-16T10:00' < '2026-11-16T10:01'", true],
    ["'2026-11-16T10:00' > '2026-11-16'", false],
    ["'2026-11-16T10:00' >= '2026-11-16'", true],
    ["'2026-11-17T00:00' > '2026-11-16'", true],
  ])("%s is %s", (source, expected) => expect(quietly(source)).toBe(expected));

  it.each([
    ["1 < '1'", "number < string"],
    ["'1' <= 1", "string <= number"],
    ["true > false", "boolean > boolean"],
    ["[1] >= [1]", "list >= list"],
    ["'2026-11-16' < 'soon'", "string < string"],
    ["'soon' < '2026-11-16'", "string < string"],
    ["'2026-02-30' < '2026-03-01'", "string < string"],
  ])("%s is null and noted", (source, types) => {
    expect(run(source)).toEqual({ value: null, notes: [`Can't compare ${types}.`] });
  });
});

describe("arithmetic", () => {
  it.each<[string, Json]>([
    ["1 + 2", 3],
    ["5 - 7", -2],
    ["2 * 3.5", 7],
    ["7 / 2", 3.5],
    ["7 % 4", 3],
    ["-7 % 4", -3],
    ["-(3)", -3],
    ["2 + 3 * 4", 14],
    ["'a' + 'b'", "ab"],
    ["'2026-01-01' + ' at noon'", "2026-01-01 at noon"],
    ["[1] + [2, 3]", [1, 2, 3]],
    ["null + 1", null],
    ["1 + null", null],
    ["null - 1", null],
    ["1 * null", null],
    ["null / 0", null],
    ["1 % null", null],
    ["missing + 'a'", null],
    ["[1] + null", null],
    ["-null", null],
  ])("%s is %s", (source, expected) => expect(quietly(source)).toEqual(expected));

  it.each([
    ["1 / 0", "Division by zero in '/'."],
    ["1 % 0", "Division by zero in '%'."],
    ["'a' + 1", "Can't compute string + number."],
    ["1 + 'a'", "Can't compute number + string."],
    ["'a' - 'b'", "Can't compute string - string."],
    ["'2026-01-01' - 'b'", "Can't compute string - string."],
    ["'a' - '2026-01-01'", "Can't compute string - string."],
    ["1 - '2026-01-01'", "Can't compute number - string."],
    ["'2026-01-01' - true", "Can't compute string - boolean."],
    ["'2026-01-01' * 2", "Can't compute string * number."],
    ["[1] - [1]", "Can't compute list - list."],
    ["[1] + 1", "Can't compute list + number."],
    ["1 + [1]", "Can't compute number + list."],
    ["true + true", "Can't compute boolean + boolean."],
    ["'2' * 3", "Can't compute string * number."],
    ["-'a'", "Can't compute -string."],
    ["-true", "Can't compute -boolean."],
    [`${"9".repeat(200)} * ${"9".repeat(200)}`, "The result of '*' is too large."],
  ])("%s is null and noted", (source, note) => {
    expect(run(source)).toEqual({ value: null, notes: [note] });
  });

  it("adds and multiplies by zero without complaint", () => {
    expect(quietly("1 + 0")).toBe(1);
    expect(quietly("1 - 0")).toBe(1);
    expect(quietly("1 * 0")).toBe(0);
  });

  it("knows no negative zero, which JSON could not store", () => {
    expect(Object.is(quietly("0 * -1"), 0)).toBe(true);
    expect(Object.is(quietly("-0"), 0)).toBe(true);
    expect(Object.is(quietly("0 / -5"), 0)).toBe(true);
  });

  it("joins up to a limit", () => {
    const half = "x".repeat(50_000);
    expect(quietly("len(a + b)", { a: half, b: half })).toBe(100_000);
    expect(run("a + b", { a: half, b: `${half}x` })).toEqual({
      value: null,
      notes: ["The result of '+' is too long."],
    });
    const items = Array(5_000).fill(1);
    expect(quietly("len(a + b)", { a: items, b: items })).toBe(10_000);
    expect(run("a + b", { a: items, b: [...items, 1] })).toEqual({
      value: null,
      notes: ["The result of '+' is too long."],
    });
  });
});

describe("dates", () => {
  it.each<[string, Json]>([
    ["today", "2026-11-16"],
    ["now", "2026-11-16T10:00:05"],
    ["today + days(3)", "2026-11-19"],
    ["days(3) + today", "2026-11-19"],
    ["today - days(16)", "2026-10-31"],
    ["'2026-12-31' + 1", "2027-01-01"],
    ["'2028-02-28' + days(1)", "2028-02-29"],
    ["now + days(1)", "2026-11-17T10:00:05"],
    ["'2026-11-16T09:00Z' + days(1)", "2026-11-17T09:00Z"],
    ["'2026-12-25' - today", 39],
    ["today - '2026-12-25'", -39],
    ["'2026-11-17T00:10' - now", 1],
    ["today == now", true],
    ["'2026-11-16' >= today", true],
    ["'2026-11-15' >= today", false],
    ["now > '2026-11-16T10:00'", true],
    ["now < '2026-11-16T10:01'", true],
    ["days(null)", null],
    ["today + days(null)", null],
    ["days(2) == 2", true],
    ["days('P14D')", 14],
    ["today + days('P14D')", "2026-11-30"],
    ["days('PT36H')", 1.5],
    ["hours('PT1H30M')", 1.5],
    ["minutes('PT1H30M') > 60", true],
    ["minutes(null)", null],
  ])("%s is %s", (source, expected) => expect(quietly(source)).toEqual(expected));

  it("compares times of other zones on the local clock", () => {
    expect(quietly("'2026-11-16T09:00:05Z' == now")).toBe(true);
    expect(quietly("'2026-11-16T04:00:05-05:00' == now")).toBe(true);
    expect(quietly("'2026-11-16T09:00:06Z' > now")).toBe(true);
    expect(quietly("'2026-11-15T23:30Z' == today")).toBe(true);
  });

  it.each([
    ["today + 1.5", "Can't compute string + number."],
    ["'9999-12-31' + 1", "Can't compute string + number."],
    ["'2026-02-30' + 1", "Can't compute string + number."],
    ["days('a')", "'days' can't be applied to string."],
    ["hours('P1M')", "'hours' can't be applied to string."],
    ["minutes(3)", "'minutes' can't be applied to number."],
  ])("%s is null and noted", (source, note) => {
    expect(run(source)).toEqual({ value: null, notes: [note] });
  });
});

describe("membership", () => {
  const slots = { list: ["a", 1, null, [2]], object: { key: null }, text: "Madrid" };
  it.each<[string, Json]>([
    ["'a' in list", true],
    ["'b' in list", false],
    ["1 in list", true],
    ["'1' in list", false],
    ["[2] in list", true],
    ["null in list", true],
    ["null in [1]", false],
    ["'a' not in list", false],
    ["'b' not in list", true],
    ["'key' in object", true],
    ["'toString' in object", false],
    ["null in object", false],
    ["'adri' in text", true],
    ["'adri' not in text", false],
    ["'x' in text", false],
    ["null in text", false],
    ["null not in text", true],
    ["'a' in null", false],
    ["'a' not in null", true],
    ["'a' in []", false],
    ["contains(list, 'a')", true],
    ["contains(list, 'b')", false],
    ["contains(text, 'drid')", true],
    ["contains(null, 'a')", false],
    ["contains(missing, null)", false],
  ])("%s is %s", (source, expected) => expect(quietly(source, slots)).toBe(expected));

  it.each([
    ["1 in text", "Can't compare number in string."],
    ["1 not in text", "Can't compare number not in string."],
    ["1 in object", "Can't compare number in object."],
    ["'a' in 1", "Can't compare string in number."],
    ["contains(1, 'a')", "'contains' can't be applied to number."],
    ["contains('a', 1)", "'contains' can't be applied to string."],
  ])("%s is null and noted", (source, note) => {
    expect(run(source, slots)).toEqual({ value: null, notes: [note] });
  });
});

describe("functions", () => {
  const slots = { object: { a: 1, b: 2 }, list: [1, 2, 3], flags: ["Urgent", "new"] };
  it.each<[string, Json]>([
    ["len(null)", 0],
    ["len(missing)", 0],
    ["len('')", 0],
    ["len('añ😀')", 3],
    ["len(list)", 3],
    ["len(object)", 2],
    ["lower('ÁbC')", "ábc"],
    ["upper('ábc')", "ÁBC"],
    ["lower(null)", null],
    ["upper(null)", null],
    ["matches_any('I want a Refund', ['refund', 'money back'])", true],
    ["matches_any('MONEY BACK please', ['refund', 'money back'])", true],
    ["matches_any('hello', ['refund', 'money back'])", false],
    ["matches_any('refund', ['REFUND'])", true],
    ["matches_any('ref', ['refund'])", false],
    ["matches_any(5, [4, 5])", true],
    ["matches_any(5, ['5'])", false],
    ["matches_any('5', [5])", false],
    ["matches_any(flags, ['urgent'])", true],
    ["matches_any(flags, ['old'])", false],
    ["matches_any('a', [''])", false],
    ["matches_any('', [''])", true],
    ["matches_any('', ['a'])", false],
    ["matches_any(null, ['a'])", false],
    ["matches_any(null, [null])", false],
    ["matches_any('a', null)", false],
    ["matches_any('a', [])", false],
  ])("%s is %s", (source, expected) => expect(quietly(source, slots)).toBe(expected));

  it.each([
    ["len(5)", "'len' can't be applied to number."],
    ["len(true)", "'len' can't be applied to boolean."],
    ["lower(5)", "'lower' can't be applied to number."],
    ["upper(['a'])", "'upper' can't be applied to list."],
    ["matches_any('a', 'abc')", "'matches_any' can't be applied to string."],
  ])("%s is null and noted", (source, note) => {
    expect(run(source)).toEqual({ value: null, notes: [note] });
  });
});

describe("paths", () => {
  const slots = JSON.parse('{"flights":[{"price":120}],"zero":0,"own":{"__proto__":{"x":1},"constructor":1}}');

  it("read lists by index, objects by name", () => {
    expect(quietly("flights.0.price", slots)).toBe(120);
    expect(quietly("zero", slots)).toBe(0);
    expect(quietly("flights", slots)).toEqual([{ price: 120 }]);
    expect(quietly("[flights.0.price, 1]", slots)).toEqual([120, 1]);
  });

  it.each([
    "flights.1.price",
    "flights.length",
    "flights.0.toString",
    "own.__proto__",
    "own.__proto__.x",
    "own.constructor",
    "own.prototype",
    "zero.toFixed",
    "toString",
    "missing.deep",
  ])("%s is null", (source) => expect(quietly(source, slots)).toBeNull());
});
