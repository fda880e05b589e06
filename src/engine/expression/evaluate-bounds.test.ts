import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { now, run } from "../../../tests/support/run-expression.ts";
import type { Json } from "../json.ts";
import { evaluate } from "./evaluate.ts";
import { maximumSteps } from "./evaluation.ts";
import { parseExpression } from "./parse.ts";

describe("the step limit", () => {
  const items = (count: number): Json => Array(count).fill("x");

  it("lets exactly the allowed work through", () => {
    // Three nodes, then one step for each item.
    expect(run("1 in list", { list: items(maximumSteps - 3) })).toEqual({ value: false, notes: [] });
    expect(run("1 in list", { list: items(maximumSteps - 2) })).toEqual({
      value: null,
      notes: ["Stopped after 10000 steps."],
    });
  });

  it("holds for texts that are matched and for nodes", () => {
    expect(run("not matches_any('a', list)", { list: items(maximumSteps) })).toEqual({
      value: null,
      notes: ["Stopped after 10000 steps."],
    });
    expect(run("[1 in list, a, b]", { list: items(maximumSteps), a: 1 }).value).toBeNull();
  });

  it("needs no trace", () => {
    const parsed = parseExpression("1 / 0");
    if (!parsed.ok) throw new Error(parsed.message);
    expect(evaluate(parsed.expression, { lookup: () => undefined, now, timezone: "UTC" })).toBeNull();
  });
});

describe("any expression on any data", () => {
  const atoms = fc.constantFrom(
    "a",
    "b",
    "a.x",
    "b.0",
    "1",
    "0",
    "'x'",
    "'2026-01-01'",
    "'2026-01-01T10:00Z'",
    "null",
    "true",
    "[]",
    "today",
    "now",
  );
  const operators = fc.constantFrom(
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "in",
    "not in",
    "and",
    "or",
    "+",
    "-",
    "*",
    "/",
    "%",
  );
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      atoms,
      fc.tuple(tie("node"), operators, tie("node")).map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      tie("node").map((inner) => `(not ${inner})`),
      tie("node").map((inner) => `(-${inner})`),
      fc
        .tuple(fc.constantFrom("len", "lower", "upper", "days"), tie("node"))
        .map(([name, inner]) => `${name}(${inner})`),
      fc
        .tuple(fc.constantFrom("contains", "matches_any"), tie("node"), tie("node"))
        .map(([name, x, y]) => `${name}(${x}, ${y})`),
    ),
  }));

  const stored = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

  it("gives plain JSON, the same each time, and never throws", () => {
    fc.assert(
      // As stored: JSON has no negative zero.
      fc.property(node, stored, stored, (source, a, b) => {
        const { value } = run(source, { a, b } as Json);
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        expect(run(source, { a, b } as Json).value).toEqual(value);
      }),
      { numRuns: 1000 },
    );
  });
});
