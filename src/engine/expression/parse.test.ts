import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExpressionNode } from "../assistant/expression.ts";
import { reservedNames } from "./grammar.ts";
import { maximumDepth, maximumLength, parseExpression } from "./parse.ts";

/** An expression with all its parentheses, so that a test can show how it was grouped. */
function grouped(node: ExpressionNode): string {
  switch (node.kind) {
    case "literal":
      return JSON.stringify(node.value);
    case "list":
      return `[${node.items.map(grouped).join(" ")}]`;
    case "path":
      return node.path.join(".");
    case "unary":
      return `(${node.operator} ${grouped(node.operand)})`;
    case "binary":
      return `(${grouped(node.left)} ${node.operator} ${grouped(node.right)})`;
    case "call":
      return `${node.name}(${node.arguments.map(grouped).join(" ")})`;
  }
}

function read(source: string): string {
  const parsed = parseExpression(source);
  return parsed.ok ? grouped(parsed.expression.root) : `${parsed.offset}: ${parsed.message}`;
}

describe("values", () => {
  it.each([
    ["1", "1"],
    ["12.50", "12.5"],
    ["'a b'", '"a b"'],
    ['"a b"', '"a b"'],
    [`'say "hi"'`, JSON.stringify('say "hi"')],
    [`"it's"`, `"it's"`],
    [String.raw`'a\n\t\\\'\"'`, JSON.stringify("a\n\t\\'\"")],
    ["''", '""'],
    ["true", "true"],
    ["false", "false"],
    ["null", "null"],
    ["[]", "[]"],
    ["[1, 'a', [x]]", '[1 "a" [x]]'],
    ["origin", "origin"],
    ["_error_message", "_error_message"],
    ["año_2", "año_2"],
    ["flights.0.price", "flights.0.price"],
    ["session.user.name", "session.user.name"],
    ["  \n origin\t", "origin"],
    ["trueness", "trueness"],
    ["order", "order"],
    ["a.and", "a.and"],
    ["a.true", "a.true"],
  ])("%s", (source, expected) => expect(read(source)).toBe(expected));
});

describe("grouping", () => {
  it.each([
    ["a or b and c", "(a or (b and c))"],
    ["a and b or c", "((a and b) or c)"],
    ["a or b or c", "((a or b) or c)"],
    ["not a and b", "((not a) and b)"],
    ["not a == b", "(not (a == b))"],
    ["not not a", "(not (not a))"],
    ["a == not b", "(a == (not b))"],
    ["a == b and c != d", "((a == b) and (c != d))"],
    ["a < b or c > d", "((a < b) or (c > d))"],
    ["a <= b + 1", "(a <= (b + 1))"],
    ["a >= b - 1", "(a >= (b - 1))"],
    ["a in b + c", "(a in (b + c))"],
    ["a not in [1]", "(a not in [1])"],
    ["a - b - c", "((a - b) - c)"],
    ["a - b + c", "((a - b) + c)"],
    ["a + b * c", "(a + (b * c))"],
    ["a * b + c", "((a * b) + c)"],
    ["a / b * c % d", "(((a / b) * c) % d)"],
    ["a - b / c", "(a - (b / c))"],
    ["a - b % c", "(a - (b % c))"],
    ["-a * b", "((- a) * b)"],
    ["-a - -b", "((- a) - (- b))"],
    ["--a", "(- (- a))"],
    ["(a or b) and c", "((a or b) and c)"],
    ["a * (b + c)", "(a * (b + c))"],
    ["(a < b) == c", "((a < b) == c)"],
    ["a AND b OR NOT c", "((a and b) or (not c))"],
    ["a NOT IN b", "(a not in b)"],
    ["a IN b", "(a in b)"],
    ["a<b", "(a < b)"],
    ["a-1", "(a - 1)"],
    ["[a or b, not c]", "[(a or b) (not c)]"],
  ])("%s", (source, expected) => expect(read(source)).toBe(expected));
});

describe("functions", () => {
  it.each([
    ["len(flights) == 0", "(len(flights) == 0)"],
    ["lower(a)", "lower(a)"],
    ["upper(a)", "upper(a)"],
    ["contains(a, b)", "contains(a b)"],
    ["matches_any(a, ['x'])", 'matches_any(a ["x"])'],
    ["today()", "today()"],
    ["today", "today()"],
    ["now", "now()"],
    ["now()", "now()"],
    ["day > today + days(3)", "(day > (today() + days(3)))"],
    ["now.x", "now.x"],
  ])("%s", (source, expected) => expect(read(source)).toBe(expected));

  it("leaves the names of functions that need parentheses to slots", () => {
    expect(read("days > len")).toBe("(days > len)");
  });
});

describe("mistakes", () => {
  it.each([
    ["", "0: The expression is empty."],
    ["   ", "3: The expression is empty."],
    ["a ==", "4: Expected a value, found the end."],
    ["== a", "0: Expected a value, found '=='."],
    ["a b", "2: Unexpected 'b'."],
    ["a 1", "2: Unexpected the number 1."],
    ["a 'x'", "2: Unexpected a text."],
    ["a )", "2: Unexpected ')'."],
    ["(a", "2: Expected ')', found the end."],
    ["(a]", "2: Expected ')', found ']'."],
    ["[a", "2: Expected ']', found the end."],
    ["[a,]", "3: Expected a value, found ']'."],
    ["[,]", "1: Expected a value, found ','."],
    ["len(a", "5: Expected ')', found the end."],
    ["and a", "0: Expected a value, found 'and'."],
    ["a and or b", "6: Expected a value, found 'or'."],
    ["a not b", "2: Unexpected 'not'."],
    ["a in", "4: Expected a value, found the end."],
    ["a not.in b", "2: Unexpected 'not.in'."],
    ["a < b < c", "6: Comparisons can't be chained; join them with 'and'."],
    ["a == b != c", "7: Comparisons can't be chained; join them with 'and'."],
    ["a in b not in c", "7: Comparisons can't be chained; join them with 'and'."],
    ["a = b", "2: Write '==' instead of '='."],
    ["a && b", "2: Write 'and' instead of '&&'."],
    ["a || b", "2: Write 'or' instead of '||'."],
    ["!a", "0: Write 'not' instead of '!'."],
    ["a | b", "2: Unexpected character '|'."],
    ["a ? b", "2: Unexpected character '?'."],
    ["a 😀", "2: Unexpected character '😀'."],
    ["a.", "1: Unexpected character '.'."],
    [".5", "0: Unexpected character '.'."],
    ["1.", "1: A number must end before a letter or a dot."],
    ["1.2.3", "3: A number must end before a letter or a dot."],
    ["10a", "2: A number must end before a letter or a dot."],
    ["'abc", "0: This text has no closing '."],
    ['1 + "abc', '4: This text has no closing ".'],
    [String.raw`'a\d'`, "2: After a backslash only n, t, a quote or a backslash may stand."],
    [
      "size(a)",
      "0: No function named 'size'. There are len, lower, upper, contains, matches_any, today, now, days, hours, minutes.",
    ],
    [
      "a.len(b)",
      "0: No function named 'a.len'. There are len, lower, upper, contains, matches_any, today, now, days, hours, minutes.",
    ],
    [
      "constructor(a)",
      "0: No function named 'constructor'. There are len, lower, upper, contains, matches_any, today, now, days, hours, minutes.",
    ],
    ["1 + len()", "4: 'len' takes 1 values, here it gets 0."],
    ["lower(a, b)", "0: 'lower' takes 1 values, here it gets 2."],
    ["upper()", "0: 'upper' takes 1 values, here it gets 0."],
    ["contains(a)", "0: 'contains' takes 2 values, here it gets 1."],
    ["matches_any(a)", "0: 'matches_any' takes 2 values, here it gets 1."],
    ["today(1)", "0: 'today' takes 0 values, here it gets 1."],
    ["now(1)", "0: 'now' takes 0 values, here it gets 1."],
    ["days()", "0: 'days' takes 1 values, here it gets 0."],
  ])("%s", (source, expected) => expect(read(source)).toBe(expected));

  it("refuses a number that JSON can't hold", () => {
    expect(read(`1 + ${"9".repeat(400)}`)).toBe("4: This number is too large.");
  });
});

describe("limits", () => {
  it("reads an expression of the greatest length and none that is longer", () => {
    expect(read(`'${"x".repeat(maximumLength - 2)}'`)).toBe(`"${"x".repeat(maximumLength - 2)}"`);
    expect(read(`'${"x".repeat(maximumLength - 1)}'`)).toBe("2000: An expression has at most 2000 characters.");
  });

  it("nests as deep as allowed and no deeper", () => {
    const nested = (depth: number): string => `${"(".repeat(depth)}a${")".repeat(depth)}`;
    expect(read(nested(maximumDepth - 1))).toBe("a");
    expect(read(nested(maximumDepth))).toBe("100: Nested more than 100 deep.");
  });

  it("does not count what stands side by side as nested", () => {
    expect(parseExpression(Array(300).fill("(a)").join(" + ")).ok).toBe(true);
    expect(parseExpression(`[${Array(300).fill("[a]").join(", ")}]`).ok).toBe(true);
  });
});

describe("what an expression reads", () => {
  const pathsIn = (source: string) => {
    const parsed = parseExpression(source);
    return parsed.ok ? parsed.expression.paths : null;
  };

  it("lists each path once, wherever it stands", () => {
    expect(pathsIn("a.b + -c > len([d, a.b]) and not e or a")).toEqual([["a", "b"], ["c"], ["d"], ["e"], ["a"]]);
  });

  it("lists no constants, functions or literals", () => {
    expect(pathsIn("true == null or today < '2026-01-01' or 1 in [2]")).toEqual([]);
  });

  it("keeps the source as written", () => {
    const parsed = parseExpression(" a  AND b ");
    expect(parsed.ok && parsed.expression.source).toBe(" a  AND b ");
  });
});

it("reserves the words that an expression gives a meaning", () => {
  expect([...reservedNames].sort()).toEqual(
    ["AND", "IN", "NOT", "OR", "and", "false", "in", "not", "now", "null", "or", "today", "true"].sort(),
  );
});

describe("any text at all", () => {
  const words = fc.constantFrom(
    ..."( ) [ ] , + - * / % == != < <= > >= in not and or a b.0 1 2.5 'x' true null len( contains( today & = ! . \\ ' \"".split(
      " ",
    ),
  );

  it("is read or refused with an offset inside it, never thrown at", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(words).map((all) => all.join(" ")),
        ),
        (source) => {
          const parsed = parseExpression(source);
          if (parsed.ok) return parsed.expression.source === source;
          return parsed.message !== "" && parsed.offset >= 0 && parsed.offset <= source.length;
        },
      ),
      { numRuns: 1000 },
    );
  });
});
