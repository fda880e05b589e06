import { describe, expect, it } from "vitest";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Flow } from "../../engine/assistant/flow.ts";
import type { StepOf, StepType } from "../../engine/assistant/step.ts";
import { formatFinding } from "../finding.ts";
import { parseAssistant } from "../parse-assistant.ts";

const declarations = `version: "1.0"
slots:
  city: { type: string, description: A city }
  day: { type: date, description: A day }
  more: { type: boolean, description: Whether to go on }
  cabin: { type: categorical, values: [economy, { value: business, synonyms: [biz] }], default: economy, required: false }
  price: { type: float, description: Price, set_by: action }
actions:
  search: { description: Find, inputs: [city, day, cabin?, extra?], outputs: [flights, cheapest] }
  book: { description: Book, inputs: [flight], outputs: [reference], effect: true }
`;

function load(flows: string): Assistant {
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text: `${declarations}flows:\n${flows}` }]);
  expect(findings.filter(({ severity }) => severity === "error").map(formatFinding)).toEqual([]);
  if (assistant === null) throw new Error("not loaded");
  return assistant;
}

const flowWith = (steps: string, head = ""): Flow => {
  const flow = load(`  trip:\n    description: A trip\n${head}    steps:\n${steps}`).flows.get("trip");
  if (flow === undefined) throw new Error("no flow");
  return flow;
};

function step<Type extends StepType>(flow: Flow, name: string, type: Type): StepOf<Type> {
  const found = flow.steps.get(name);
  if (found?.type !== type) throw new Error(`no ${type} named ${name}`);
  return found as unknown as StepOf<Type>;
}

const nextOf = (flow: Flow) => Object.fromEntries([...flow.steps.values()].map(({ name, next }) => [name, next]));

describe("what follows a step", () => {
  it("is the next one in the file, and nothing after the last", () => {
    const flow = flowWith(`
      - { step: a, type: collect, slot: city }
      - { step: b, type: say, message: Hello., jump_to: end }
`);
    expect(flow.first).toBe("a");
    expect(nextOf(flow)).toEqual({ a: "b", b: null });
    expect(flow.steps.get("b")?.jumpTo).toEqual({ to: "end" });
  });

  it("is the loop again after the last step written inside it, and past the body after the loop", () => {
    const flow = flowWith(`
      - step: loop
        type: while
        condition: more != false
        do:
          - { step: ask, type: collect, slot: more }
          - { step: say, type: say, message: Again. }
      - { step: done, type: say, message: Done. }
`);
    expect(nextOf(flow)).toEqual({ loop: "done", ask: "say", say: "loop", done: null });
    expect([...flow.steps.keys()]).toEqual(["loop", "ask", "say", "done"]);
    expect(step(flow, "loop", "while")).toMatchObject({ body: ["ask", "say"], exitTo: { to: "continue" } });
    expect(flow.steps.get("ask")?.loop).toBe("loop");
    expect(flow.steps.get("done")).not.toHaveProperty("loop");
  });

  it("keeps the order of 'do' for steps that are named there, wherever they stand", () => {
    const flow = flowWith(`
      - { step: loop, type: while, condition: more != false, do: [second, first], exit_to: done }
      - { step: first, type: say, message: First. }
      - { step: between, type: collect, slot: city }
      - { step: second, type: collect, slot: more }
      - { step: done, type: say, when: city == null, message: Done., jump_to: between }
`);
    expect(nextOf(flow)).toEqual({ loop: "between", second: "first", first: "loop", between: "done", done: null });
    expect(step(flow, "loop", "while").exitTo).toEqual({ to: "step", step: "done" });
  });

  it("leads from an inner loop back to the outer one, whose rounds begin both anew", () => {
    const flow = flowWith(`
      - step: outer
        type: while
        condition: more != false
        do:
          - { step: ask, type: collect, slot: more }
          - step: inner
            type: while
            condition: city == null
            do: [{ step: where, type: collect, slot: city }]
`);
    expect(nextOf(flow)).toEqual({ outer: null, ask: "inner", inner: "outer", where: "inner" });
    expect(step(flow, "outer", "while").body).toEqual(["ask", "inner", "where"]);
    expect(flow.steps.get("where")?.loop).toBe("inner");
  });
});

describe("what a step reads and writes", () => {
  const flow = flowWith(`
      - { step: search, type: action, call: search, map_outputs: { cheapest: flight } }
      - { step: again, type: action, call: search, inputs: { city: "{{ upper(city) }}", day: day, cabin: business } }
      - { step: reset, type: set, slots: { total: "{{ price * 2 }}", cabin: economy }, condition: more }
      - { step: check, type: confirm, message: "{city} on {day} for {flight.price}?", slot: sure }
      - { step: which, type: branch, slot: cabin, cases: { economy: tell, default: continue } }
      - { step: pick, type: collect, slot: choice, from: flights, display: "{name}" }
      - { step: tell, type: say, when: day > today, message: "{city} {total} {choice}" }
`);
  it.each([
    ["search", ["city", "day", "cabin"], ["flights", "flight"]],
    ["again", ["city", "day"], ["flights", "cheapest"]],
    ["reset", ["more", "price"], ["total", "cabin"]],
    ["check", ["city", "day", "flight"], ["sure"]],
    ["which", ["cabin"], []],
    ["pick", ["flights"], []],
    ["tell", ["day"], []],
  ])("%s", (name, reads, writes) => {
    const { reads: found, writes: computed } = flow.steps.get(name) ?? { reads: [], writes: [] };
    expect([...found].sort()).toEqual([...reads].sort());
    expect([...computed].sort()).toEqual([...writes].sort());
  });

  it("gives undeclared outputs a slot that only code sets", () => {
    expect(flow.slots.get("flight")).toMatchObject({ type: "any", setBy: "action" });
    expect(flow.slots.get("sure")).toMatchObject({ type: "boolean", setBy: "action" });
    expect(flow.slots.get("total")).toMatchObject({ setBy: "action" });
  });

  it("lets the user give what is collected, chosen or read by actions, and nothing else", () => {
    expect([...flow.owned].sort()).toEqual(["choice", "city", "day", "cabin"].sort());
  });

  it("holds no slot that nothing in the flow touches", () => {
    expect(flowWith("      - { step: ask, type: collect, slot: city }\n").slots.has("day")).toBe(false);
  });
});

describe("inputs", () => {
  const flow = flowWith(`
      - { step: ask, type: collect, slot: city }
      - { step: one, type: action, call: search, inputs: { city: city, day: "2026-12-20", extra: "{{ len(city) + 1 }}" } }
      - { step: two, type: action, call: search, inputs: [city, day] }
      - { step: three, type: call, flow: sub, inputs: { where: city, why: fun }, outputs: [result] }
      - { step: four, type: link, target: sub, inputs: { where: "{{ city }}" } }
  sub:
    description: Below
    inputs: [where, why?]
    outputs: [result]
    steps:
      - { step: work, type: set, slots: { result: where } }
`);
  it("take a slot's value by its name, an expression in double braces, and literals", () => {
    expect(step(flow, "one", "action").inputs).toMatchObject({
      city: { kind: "expression", expression: { source: "city" } },
      day: { kind: "literal", value: "2026-12-20" },
      extra: { kind: "expression" },
    });
  });

  it("may be a list of slots under their own names", () => {
    expect(Object.keys(step(flow, "two", "action").inputs)).toEqual(["city", "day"]);
  });

  it("and outputs of a call may be a list, its flow a 'target'", () => {
    expect(step(flow, "three", "call")).toMatchObject({
      flow: "sub",
      outputs: { result: "result" },
      writes: ["result"],
    });
    expect(step(flow, "four", "link").flow).toBe("sub");
  });

  it("of 'set' are literals unless they are expressions", () => {
    const sub = load(`
  sub:
    description: Below
    steps: [{ step: work, type: set, slots: { result: city, other: "{{ city }}" } }]
`).flows.get("sub");
    expect(sub === undefined ? {} : step(sub, "work", "set").slots).toMatchObject({
      result: { kind: "literal", value: "city" },
      other: { kind: "expression" },
    });
  });
});

describe("times and defaults", () => {
  it("are seconds in YAML and milliseconds in steps", () => {
    const flow = flowWith(`
      - { step: a, type: action, call: search, timeout: 1.5, retry: { attempts: 4, backoff: fixed, delay: 0.5 } }
      - { step: b, type: action, call: search }
      - { step: c, type: action, call: search, retry: { attempts: 2 } }
`);
    expect(step(flow, "a", "action")).toMatchObject({
      timeout: 1500,
      retry: { attempts: 4, backoff: "fixed", delay: 500 },
    });
    expect(step(flow, "b", "action")).toMatchObject({ timeout: 30_000, retry: { attempts: 1 } });
    expect(step(flow, "c", "action").retry).toEqual({ attempts: 2, backoff: "exponential", delay: 200 });
  });

  it("fill the settings that nobody gave", () => {
    const { settings, patterns } = load("  a: { description: A, steps: [{ step: b, type: say, message: C }] }\n");
    expect(settings.conversation).toEqual({
      sessionTimeout: 1800,
      maxTurnsWithoutProgress: 10,
      onNoProgress: "handoff",
    });
    expect(settings.models.nlu).toMatchObject({ provider: "embedded", historyMessages: 10 });
    expect(settings.understanding).toEqual({ caution: "normal" });
    expect(settings.runtime).toEqual({ host: "langgraph" });
    expect(patterns.confirmation).toEqual({ maxRetries: 3, onMaxRetries: "cancel" });
  });
});

describe("a flow's own slots", () => {
  const own = (slots: string) =>
    flowWith("      - { step: ask, type: collect, slot: city }\n", `    slots:\n${slots}\n`);

  it("change a global slot of the same type and keep the rest of it", () => {
    const flow = own("      cabin: { required: true, default: business }");
    expect(flow.slots.get("cabin")).toMatchObject({ type: "categorical", default: "business", required: true });
    expect(flow.slots.get("cabin")?.values.map(({ value }) => value)).toEqual(["economy", "business"]);
    expect(flow.owned.has("cabin")).toBe(true);
  });

  it("replace one of another type", () => {
    const flow = own("      cabin: { type: integer }");
    expect(flow.slots.get("cabin")).toMatchObject({ type: "integer", values: [] });
    expect(flow.slots.get("cabin")).not.toHaveProperty("default");
  });

  it("may be a list, also of global names", () => {
    const flow = own("      - { name: note, type: string }\n      - day");
    expect([...flow.owned].sort()).toEqual(["city", "day", "note"]);
  });
});

describe("branches", () => {
  it("try 'default' last wherever it stands, and need none where all values are named", () => {
    const flow = flowWith(`
      - { step: ask, type: collect, slot: cabin }
      - { step: one, type: branch, slot: cabin, cases: { default: end, business: continue } }
      - { step: two, type: branch, slot: cabin, cases: { business: end, economy: continue } }
      - { step: three, type: branch, when: [{ condition: more, then: end }, { condition: not more, then: continue }] }
      - { step: four, type: branch, evaluate: len(city), cases: { ">1000": end, "10..20": end, default: continue } }
`);
    expect(
      step(flow, "one", "branch").cases.map(({ condition, then }) => [condition?.source !== undefined, then.to]),
    ).toEqual([
      [true, "continue"],
      [false, "end"],
    ]);
    expect(step(flow, "four", "branch").cases).toHaveLength(3);
  });
});

describe("buttons", () => {
  it("send commands: a value of the slot asked for, a word, or a command in full", () => {
    const flow = flowWith(`
      - { step: ask, type: collect, slot: cabin, ui: { quick_replies: [economy, { label: Business, value: business }] } }
      - step: check
        type: confirm
        message: Sure?
        ui:
          buttons:
            - { label: "Yes", command: affirm }
            - { label: Other trip, command: { type: start_flow, flow: trip, new_instance: true } }
`);
    expect(step(flow, "ask", "collect").ui?.quickReplies?.map(({ command }) => command)).toEqual([
      { type: "set_slot", slot: "cabin", value: "economy" },
      { type: "set_slot", slot: "cabin", value: "business" },
    ]);
    expect(step(flow, "check", "confirm").ui?.buttons?.map(({ command }) => command)).toEqual([
      { type: "affirm" },
      { type: "start_flow", flow: "trip", newInstance: true },
    ]);
  });
});
