import { describe, expect, it } from "vitest";
import { parseAssistant } from "../parse-assistant.ts";
import { strongComponents } from "./strong-components.ts";

const declarations = `version: "1.0"
slots:
  city: { type: string, description: A city }
  more: { type: boolean, description: Whether to go on }
  cabin: { type: categorical, values: [economy, business] }
  price: { type: float, set_by: action }
actions:
  search: { outputs: [flight] }
  quote: { inputs: [flight], outputs: [price] }
  book: { inputs: [flight, price, city, cabin?], effect: true }
  count: { inputs: [more?], outputs: [left] }
`;

/** Codes with the step or flow that they point at, by line. */
function codes(steps: string, rest = ""): readonly string[] {
  const text = `${declarations}flows:\n  main:\n    description: Main\n${rest}    steps:\n${steps}`;
  const lines = text.split("\n");
  return parseAssistant([{ file: "soni.yaml", text }]).findings.map(({ code, line }) => {
    const name = /(?:step: (\w+)|^ {2}(\w+):)/.exec(lines[line - 1] ?? "");
    return `${code} ${name?.[1] ?? name?.[2] ?? line}`;
  });
}

const other = `
  other:
    description: Other
    steps:
      - { step: there, type: say, message: There. }
`;

describe("a step is reached", () => {
  it.each([
    ["on_error of a step", "      - { step: a, type: action, call: search, on_error: z, jump_to: end }\n"],
    ["on_deny", "      - { step: a, type: confirm, message: Sure?, on_deny: z, jump_to: end }\n"],
    [
      "on_confirm",
      "      - { step: a, type: confirm, message: Sure?, on_confirm: z }\n      - { step: b, type: link, flow: other }\n",
    ],
    ["on_invalid", "      - { step: a, type: collect, slot: city, on_invalid: z, jump_to: end }\n"],
    ["on_cancel", "      - { step: a, type: collect, slot: city, on_cancel: z, jump_to: end }\n"],
    ["a case", "      - { step: a, type: branch, slot: cabin, cases: { economy: z, default: end } }\n"],
    [
      "exit_to",
      "      - { step: a, type: while, condition: more, do: [{ step: b, type: collect, slot: more }], exit_to: z }\n",
    ],
    ["a step that may be skipped", "      - { step: a, type: say, when: more, message: Hi, jump_to: end }\n"],
    ["on_error of a call", "      - { step: a, type: call, flow: other, on_error: z, jump_to: end }\n"],
  ])("by %s", (way, steps) => {
    const found = codes(`${steps}      - { step: z, type: say, message: Z }\n${other}`).filter((code) =>
      code.startsWith("flow.unreachable"),
    );
    expect(found).toEqual(way === "on_confirm" ? ["flow.unreachable_step b"] : []);
  });

  it.each([
    ["on_error", "action, call: search", []],
    ["on_error", "set, slots: { more: true }", []],
    ["on_error", "say, message: Hi", ["flow.unreachable_step z"]],
    ["on_change", "collect, slot: city", []],
    ["on_change", "say, message: Hi", ["flow.unreachable_step z"]],
  ])("by %s of the flow if a step is %s", (key, step, expected) => {
    const steps = `      - { step: a, type: ${step}, jump_to: end }\n      - { step: z, type: say, message: Z }\n`;
    expect(codes(steps, `    ${key}: z\n`)).toEqual(expected);
  });

  it("not after a link", () => {
    const steps = "      - { step: a, type: link, flow: other }\n      - { step: z, type: say, message: Z }\n";
    expect(codes(steps + other)).toEqual(["flow.unreachable_step z"]);
  });
});

describe("a loop", () => {
  it.each([
    ["that asks", "collect, slot: more", "more", []],
    ["that changes what it depends on", "action, call: count", "left > 0", []],
    ["that changes something else", "action, call: search", "left > 0", ["flow.endless_loop w"]],
    ["that waits for a time to come", "action, call: count", "now < '2030-01-01'", []],
    ["without end", "action, call: count", "true", ["flow.endless_loop w"]],
    ["that another flow may hold up", "call, flow: other", "more", []],
  ])("%s", (_, body, condition, expected) => {
    const steps = `      - { step: first, type: action, call: count }
      - { step: ask, type: collect, slot: more }
      - { step: w, type: while, condition: "${condition}", do: [{ step: b, type: ${body} }] }\n`;
    expect(codes(steps + other)).toEqual(expected);
  });

  it("of jumps without end is found at its first step", () => {
    const steps = `      - { step: a, type: say, message: A }
      - { step: b, type: say, message: B }
      - { step: c, type: action, call: search, jump_to: b }\n`;
    expect(codes(steps)).toEqual(["flow.endless_loop b"]);
    expect(codes(steps.replace("jump_to: b", "jump_to: b, on_error: end"))).toEqual([]);
    expect(codes(steps.replace("say, message: B", "collect, slot: city"))).toEqual([]);
  });
});

describe("calls", () => {
  const flow = (name: string, type: string, to: string) =>
    `  ${name}:\n    description: D\n    steps: [{ step: ask_${name}, type: collect, slot: city }, { step: go_${name}, type: ${type}, flow: ${to} }]\n`;
  const first = (type: string, to: string) =>
    `      - { step: ask, type: collect, slot: city }\n      - { step: go, type: ${type}, flow: ${to} }\n`;

  it("in a circle are refused, also by way of a link or to itself", () => {
    expect(codes(first("call", "main"))).toEqual(["flow.call_cycle go"]);
    expect(codes(first("call", "b") + flow("b", "link", "c") + flow("c", "call", "main"))).toEqual([
      "flow.call_cycle go",
    ]);
  });

  it("that come back and circles of links are fine", () => {
    expect(codes(first("link", "b") + flow("b", "link", "main"))).toEqual([]);
    expect(
      codes(first("call", "b") + flow("b", "call", "c") + flow("c", "link", "d") + other.replace("other", "d")),
    ).toEqual([]);
  });
});

describe("links in a circle", () => {
  const flow = (name: string, ...steps: readonly string[]) =>
    `  ${name}:\n    description: D\n    steps:\n${steps.map((step) => `      - ${step}\n`).join("")}`;
  const first = (...steps: readonly string[]) => steps.map((step) => `      - ${step}\n`).join("");
  const say = (name: string) => `{ step: ${name}, type: say, message: Hi }`;
  const link = (name: string, to: string) => `{ step: ${name}, type: link, flow: ${to} }`;
  const ask = "{ step: ask, type: collect, slot: city }";

  it("that never ask are refused, however many there are", () => {
    expect(codes(first(say("a"), link("go", "main")))).toEqual(["flow.link_circle go"]);
    const three =
      first(say("a"), link("go", "b")) + flow("b", link("on", "c")) + flow("c", say("x"), link("back", "b"));
    expect(codes(three)).toEqual(["flow.link_circle on"]);
  });

  it("that ask on every way round are fine", () => {
    const circle = (step: string) => first(say("a"), link("go", "b")) + flow("b", step, link("on", "main"));
    expect(codes(circle(ask))).toEqual([]);
    expect(codes(circle("{ step: sure, type: confirm, message: Sure? }"))).toEqual([]);
    expect(codes(circle("{ step: person, type: handoff }"))).toEqual([]);
  });

  it("are looked for behind calls too: one that asks is a question, one that does not is none", () => {
    const circle = (inner: string) =>
      first("{ step: inner, type: call, flow: inner }", link("go", "main")) + flow("inner", inner);
    expect(codes(circle(ask))).toEqual([]);
    expect(codes(circle(say("hi")))).toEqual(["flow.link_circle go"]);
  });

  it("may go on until something that they change leads out", () => {
    const until = (condition: string) =>
      first("{ step: n, type: action, call: count }", `{ step: go, type: link, flow: main, when: "${condition}" }`);
    expect(codes(until("left > 0"))).toEqual([]);
    expect(codes(until("true"))).toEqual(["flow.link_circle go"]);
  });
});

describe("what an action needs", () => {
  const search = "      - { step: search, type: action, call: search }\n";
  const quote = "      - { step: quote, type: action, call: quote }\n";
  const book = "      - { step: book, type: action, call: book }\n";

  it("is filled by the steps before it; what the user may volunteer counts", () => {
    expect(codes(search + quote + book)).toEqual([]);
  });

  it("is missed if no way fills it", () => {
    expect(codes(quote + search)).toEqual(["action.unfilled_input quote"]);
    expect(codes(search + book)).toEqual(["action.unfilled_input book"]);
  });

  it("may be filled on one way only", () => {
    const branch = "      - { step: b, type: branch, slot: cabin, cases: { economy: book, business: continue } }\n";
    expect(codes(search + branch + quote + book)).toEqual([]);
  });

  it("is not there after the step that should fill it failed", () => {
    const failing = "      - { step: search, type: action, call: search, on_error: quote, jump_to: end }\n";
    expect(codes(failing + quote)).toEqual(["action.unfilled_input quote"]);
  });

  it("comes from inputs of the flow, defaults, literals and expressions", () => {
    expect(codes(quote, "    inputs: [flight]\n")).toEqual([]);
    expect(codes(quote, "    slots: { flight: { type: object, default: { a: 1 }, set_by: action } }\n")).toEqual([]);
    expect(codes(quote.replace("call: quote", "call: quote, inputs: { flight: LH 1 }"))).toEqual([]);
    expect(codes(quote.replace("call: quote", "call: quote, inputs: { flight: session.flight }"))).toEqual([]);
    expect(codes(quote.replace("call: quote", "call: quote, inputs: { flight: price }"))).toEqual([
      "action.unfilled_input quote",
    ]);
  });
});

it("groups of nodes that lead to each other are found without recursion", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => String(index));
  const next = (node: string) =>
    node === "19999" ? ["19990"] : node === "5" ? ["5", "6"] : [String(Number(node) + 1)];
  const groups = strongComponents(many, next).map((group) => group.toSorted());
  expect(groups).toHaveLength(2);
  expect(groups).toContainEqual(["5"]);
  expect(groups).toContainEqual(Array.from({ length: 10 }, (_, index) => String(19_990 + index)));
});

describe("what a flow that users start needs", () => {
  const started = (head: string, slots = "") =>
    parseAssistant([
      {
        file: "soni.yaml",
        text: `version: "1.0"
slots:
  city: { type: string, description: A city, prompt: "City?" }
  code: { type: string, description: A code, set_by: action }
${slots}flows:
  book: { description: Book, outputs: [code], steps: [{ step: code, type: set, slots: { code: X } }] }
  main:
    description: Main
    trigger: { intents: [main] }
    inputs: ${head}
    steps:
      - { step: tell, type: say, message: Hello. }
`,
      },
    ]).findings.map(({ code, line, column, message }) => ({ code, at: `${line}:${column}`, message }));

  it("can be asked for, may be missing, has a default, or is an error with the way out", () => {
    expect(started("[city]")).toEqual([]);
    expect(started("[code?]")).toEqual([]);
    expect(started("[code]")).toMatchObject([
      { code: "flow.missing_input", at: "10:14", message: expect.stringContaining("'code?'") },
    ]);
    expect(started("[nobody]")).toMatchObject([{ code: "flow.missing_input" }]);
    expect(started("[fixed]", "  fixed: { type: string, description: F, set_by: action, default: x }\n")).toEqual([]);
  });

  it("may come from an output of another flow, which must be there", () => {
    expect(started("{ city: { from: book.code } }")).toEqual([]);
    expect(started('{ "code?": { from: book.code } }')).toEqual([]);
    expect(started("{ code: { from: book.code } }")).toMatchObject([
      { code: "flow.missing_input", message: expect.stringContaining("before there is a 'book.code'") },
    ]);
    expect(started("{ city: { from: boook.code } }")).toMatchObject([
      { code: "flow.unknown", at: "10:29", message: expect.stringContaining("'book'") },
    ]);
    expect(started("{ city: { from: book.coed } }")).toMatchObject([
      { code: "flow.unknown_output", message: expect.stringContaining("'code'") },
    ]);
    expect(started("{ city: { from: code } }")).toMatchObject([{ code: "config.invalid_value" }]);
    expect(started("{ city: { form: book.code } }")).toMatchObject([{ code: "config.unknown_key" }]);
  });
});

describe("a default in double braces", () => {
  const findings = (value: string) =>
    parseAssistant([
      {
        file: "soni.yaml",
        text: `version: "1.0"
slots:
  city: { type: string, description: A city, prompt: "City?" }
  note: { type: string, description: A note, default: ${value} }
flows:
  main: { description: Main, trigger: { intents: [main] }, steps: [{ step: ask, type: collect, slot: city }] }
`,
      },
    ]).findings.map(({ code, line }) => `${code} ${line}`);

  it("is one expression, or an error", () => {
    expect(findings(`"{{ upper(city) }}"`)).toEqual([]);
    expect(findings(`"{{ today() }}"`)).toEqual([]);
    expect(findings(`"{{ citty }}"`)).toEqual(["expression.unknown_name 4"]);
    expect(findings(`"{{ upper(city }}"`)).toEqual(["expression.syntax 4"]);
    expect(findings(`"Hello {{ city }}"`)).toEqual(["slot.bad_default 4"]);
  });
});
