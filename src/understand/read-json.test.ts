import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";

describe("reading a model's answer", () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['Here you go {smile}: {"a":"}"} bye', { a: "}" }],
    ['<think>{"b":2}</think>\n{"a":1}', { a: 1 }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"a":"\\"a\\":","b":{"a":1}}', { a: '"a":', b: { a: 1 } }],
  ])("finds the document in %s", (text, value) => {
    expect(readJson(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["", "empty"],
    ["nothing here", "not_json"],
    ['{"a":[{"b":1},{"b"', "not_json"],
    ['{"a":1}{"a":2}', "ambiguous"],
    ['{"a":1,"a":2}', "duplicate_keys"],
    ['{"a":{"b":1,"\\u0062":2}}', "duplicate_keys"],
    ['{"a":-1e999}', "unsafe"],
    ['{"constructor":{}}', "unsafe"],
    [`{"a":"${"x".repeat(200_000)}"}`, "too_long"],
  ])("refuses %s", (text, reason) => {
    expect(readJson(text)).toEqual({ ok: false, reason });
  });

  it("passes over brackets in prose without taking for ever", () => {
    expect(readJson(`${"{".repeat(60_000)}x${"}".repeat(60_000)}`)).toEqual({ ok: false, reason: "not_json" });
  });

  it("gives back any plain JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(text !== '""' && !/__proto__|constructor|prototype|<think>/.test(text));
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });
});
