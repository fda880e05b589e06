import { describe, expect, it } from "vitest";
import { makeReadOnly, readOnlyView } from "./json.ts";

describe("read-only data", () => {
  it("cannot be changed at any depth", () => {
    const data = { list: [{ name: "ada" }], map: Object.assign(Object.create(null), { deep: { n: 1 } }), none: null };
    expect(makeReadOnly(data)).toBe(true);
    for (const part of [data, data.list, data.list[0], data.map, data.map.deep])
      expect(Object.isFrozen(part)).toBe(true);
    expect(() => data.list.push({ name: "eve" })).toThrow(TypeError);
  });

  it("lets absent properties be, as JSON does", () => {
    expect(makeReadOnly({ absent: undefined })).toBe(true);
  });

  it.each([
    ["a Date", new Date(0)],
    ["a function", () => 1],
    ["NaN", Number.NaN],
    ["a BigInt", 1n],
    ["an undefined item", [undefined]],
    ["a reserved key", JSON.parse('{"__proto__":{}}')],
  ])("is not what holds %s: that stays as it was", (_, value) => {
    const data = { fine: { n: 1 }, value };
    expect(makeReadOnly(data)).toBe(false);
    expect(Object.isFrozen(data)).toBe(false);
  });
});

describe("a view of a record", () => {
  const record = { looked: { list: [1] }, left: { list: [2] } };
  const view = readOnlyView(record);

  it("shows the record", () => {
    expect(view).toEqual({ looked: { list: [1] }, left: { list: [2] } });
    expect(view.looked).toBe(record.looked);
  });

  it("cannot be changed, nor can a part that was looked at", () => {
    expect(() => Object.assign(view, { looked: 1 })).toThrow(TypeError);
    expect(() => Object.assign(view, { more: 1 })).toThrow(TypeError);
    expect(() => view.looked.list.push(2)).toThrow(TypeError);
  });

  it("leaves the rest as it is", () => {
    const other = { looked: {}, left: {} };
    expect(Object.isFrozen(readOnlyView(other).looked)).toBe(true);
    expect([Object.isFrozen(other), Object.isFrozen(other.left)]).toEqual([false, false]);
  });
});
