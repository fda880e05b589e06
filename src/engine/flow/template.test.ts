import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAssignment, parseTemplate } from "./template.ts";

const parts = (source: string) => {
  const parsed = parseTemplate(source);
  return parsed.ok ? parsed.template.parts : `${parsed.offset}: ${parsed.message}`;
};
const text = (value: string) => ({ kind: "text", text: value });
const path = (...value: string[]) => ({ kind: "path", path: value });

describe("a template", () => {
  it("is text and paths in turn", () => {
    expect(parts("")).toEqual([]);
    expect(parts("Hello.")).toEqual([text("Hello.")]);
    expect(parts("{origin}")).toEqual([path("origin")]);
    expect(parts("From {origin} to { destination }!")).toEqual([
      text("From "),
      path("origin"),
      text(" to "),
      path("destination"),
      text("!"),
    ]);
    expect(parts("{a}{b}")).toEqual([path("a"), path("b")]);
  });

  it("names slots, their parts, the session, errors and outputs", () => {
    expect(parts("{flights.0.price}")).toEqual([path("flights", "0", "price")]);
    expect(parts("{session.user}")).toEqual([path("session", "user")]);
    expect(parts("{_error_message}")).toEqual([path("_error_message")]);
    expect(parts("{outputs.book_flight.reference}")).toEqual([path("outputs", "book_flight", "reference")]);
    expect(parts("{año}")).toEqual([path("año")]);
  });

  it("shows doubled braces as single ones", () => {
    expect(parts("{{origin}}")).toEqual([text("{origin}")]);
    expect(parts("a {{ b }} {c}")).toEqual([text("a { b } "), path("c")]);
    expect(parts("{{{a}}}")).toEqual([text("{"), path("a"), text("}")]);
  });

  it("keeps its source", () => {
    expect(parseTemplate("Hi {name}")).toMatchObject({ ok: true, template: { source: "Hi {name}" } });
  });

  it.each([
    ["a } b", "2: A closing brace without an opening one; write }} to show it."],
    ["}", "0: A closing brace without an opening one; write }} to show it."],
    ["ab {c", "3: A brace that is never closed; write {{ to show it."],
    ["{", "0: A brace that is never closed; write {{ to show it."],
    ["a {}", "2: '' is no name; braces take a slot, like {city} or {flight.price}."],
    ["{a b}", "0: 'a b' is no name; braces take a slot, like {city} or {flight.price}."],
    ["{0.a}", "0: '0.a' is no name; braces take a slot, like {city} or {flight.price}."],
    ["{a.}", "0: 'a.' is no name; braces take a slot, like {city} or {flight.price}."],
    ["{.a}", "0: '.a' is no name; braces take a slot, like {city} or {flight.price}."],
    ["{a..b}", "0: 'a..b' is no name; braces take a slot, like {city} or {flight.price}."],
    ["{a-b}", "0: 'a-b' is no name; braces take a slot, like {city} or {flight.price}."],
    ["{a {b}}", "0: 'a {b' is no name; braces take a slot, like {city} or {flight.price}."],
  ])("refuses %s", (source, problem) => expect(parts(source)).toBe(problem));

  it("reads or refuses any text, and loses none of it", () => {
    const pieces = fc.array(fc.constantFrom("{", "}", "{{", "}}", "a", ".", " ", "0", "é"));
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((all) => all.join("")),
          fc.string({ unit: "binary" }),
        ),
        (source) => {
          const parsed = parseTemplate(source);
          if (!parsed.ok) return parsed.offset >= 0 && parsed.offset < source.length;
          const again = parsed.template.parts.map((part) =>
            part.kind === "text" ? part.text.replaceAll(/[{}]/g, "$&$&") : `{${part.path.join(".")}}`,
          );
          return again.join("").replaceAll(/\s/g, "") === source.replaceAll(/\s/g, "");
        },
      ),
      { examples: [["{ a }"]] },
    );
  });
});

describe("an assigned value", () => {
  const literal = (value: unknown) => ({ ok: true, assignment: { kind: "literal", value } });

  it("is itself unless it is an expression in double braces", () => {
    for (const value of [5, 0, "", null, true, [1], { a: "{{ b }}" }, "plain", "{a}", "a {{ b }}", " text "]) {
      expect(parseAssignment(value)).toEqual(literal(value));
    }
  });

  it.each(["{{ price * 2 }}", "{{price * 2}}", "  {{ price * 2 }} "])("is computed from %s", (source) => {
    expect(parseAssignment(source)).toMatchObject({
      ok: true,
      assignment: { kind: "expression", expression: { paths: [["price"]], root: { kind: "binary", operator: "*" } } },
    });
  });

  it.each([
    ["{{ a + }}", "Expected a value, found the end.", 7],
    ["  {{ = }}", "Write '==' instead of '='.", 5],
    ["{{}}", "The expression is empty.", 2],
    ["{{ a }} b", "An expression must end with }}, and nothing may follow it.", 9],
    ["{{ a", "An expression must end with }}, and nothing may follow it.", 4],
    ["{{}", "An expression must end with }}, and nothing may follow it.", 3],
    ["{{ a }} {{ b }}", "Unexpected character '}'.", 5],
  ])("refuses %s", (source, message, offset) => {
    expect(parseAssignment(source)).toEqual({ ok: false, message, offset });
  });
});
