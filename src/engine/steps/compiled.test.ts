import { expect, it } from "vitest";
import { assistantOf } from "../../../tests/support/dialogue.ts";

const yaml = `
settings: { models: { generate: { provider: openai, model: gpt-4o } } }
slots:
  city: { type: string, description: City, prompt: "City?" }
  day: { type: string, description: Day, prompt: "Day?" }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  price: { type: float, description: Price, set_by: action }
  agreed: { type: boolean, description: Agreed, set_by: action }
actions:
  search: { description: Search, inputs: [city, "day?"], outputs: [price, code] }
responses:
  hello: { default: "Hello." }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city, message: "M {day}", validator: real, invalid_message: "I {day}", force: true, max_attempts: 2, on_invalid: bye, on_cancel: end, interruptible: false, ui: { image: { url: u, alt: A } } }
      - { step: when, type: collect, slot: day }
      - { step: many, type: collect, slot: bags }
      - { step: find, type: action, call: search, inputs: { day: "{{ day }}" }, map_outputs: { code: ref }, on_error: bye, timeout: 2, retry: { attempts: 4, backoff: fixed, delay: 3 } }
      - { step: pick, type: collect, slot: choice, from: ref, display: "{name}", page_size: 2 }
      - { step: sure, type: confirm, message: "{city}?", slot: agreed, on_confirm: note, on_deny: where, interruptible: false }
      - { step: note, type: set, slots: { price: "{{ bags + 1 }}" }, condition: bags > 1 }
      - { step: tell, type: say, message: "T {city}", rephrase: true }
      - { step: hi, type: say, response: hello }
      - { step: round, type: while, condition: bags < 3, do: [again], exit_to: praise }
      - { step: again, type: set, slots: { bags: "{{ bags + 1 }}" } }
      - { step: praise, type: generate, instruction: Praise., context: [city], store_as: text, on_error: bye }
      - { step: help, type: call, flow: inner, inputs: { place: city, size: "{{ bags }}" }, outputs: { size: bags }, on_error: bye }
      - { step: staff, type: handoff, queue: desk, context: [city], message: "W {city}", on_error: bye }
      - { step: kind, type: branch, when: [{ condition: bags == 1, then: bye }, { else: onward }] }
      - { step: onward, type: link, flow: inner, inputs: { place: city } }
      - { step: bye, type: say, message: Bye. }
  inner:
    description: Inner
    inputs: [place, "size?"]
    outputs: [size]
    slots:
      place: { type: string, description: Place, prompt: "Place?" }
      size: { type: integer, description: Size, prompt: "Size?" }
    steps: [{ step: ask, type: collect, slot: size }, { step: done, type: say, message: "{place}" }]
`;
/** Loaded in the test, so that it is compiled there. */
const compiled = () => {
  const flow = assistantOf(yaml, { validators: ["real"] }).flows.get("trip");
  if (flow === undefined) throw new Error("No flow.");
  return { flow, step: (name: string) => flow.steps.get(name) };
};
const to = (step: string) => ({ to: "step", step });

it("a question has all that its author wrote, and else what is usual", () => {
  const { step } = compiled();
  expect(step("where")).toMatchObject({
    slot: "city",
    message: { source: "M {day}" },
    validator: "real",
    invalidMessage: { source: "I {day}" },
    force: true,
    maxAttempts: 2,
    onInvalid: to("bye"),
    onCancel: { to: "end" },
    interruptible: false,
    ui: { image: { alt: { source: "A" } } },
    reads: [],
  });
  const plain = step("when");
  expect(plain).toMatchObject({ slot: "day", force: false, interruptible: true, pageSize: 5 });
  for (const key of [
    "message",
    "validator",
    "invalidMessage",
    "maxAttempts",
    "onInvalid",
    "onCancel",
    "from",
    "display",
  ])
    expect(plain).not.toHaveProperty(key);
  expect(step("pick")).toMatchObject({
    from: { source: "ref" },
    display: { source: "{name}" },
    pageSize: 2,
    reads: ["ref"],
  });
});

it("a confirmation reads what it shows, and writes the slot that keeps its answer", () => {
  const { step, flow } = compiled();
  expect(step("sure")).toMatchObject({
    message: { source: "{city}?" },
    slot: "agreed",
    onConfirm: to("note"),
    onDeny: to("where"),
    interruptible: false,
    reads: ["city"],
    writes: ["agreed"],
  });
  expect(flow.slots.get("choice")).toMatchObject({ type: "any", setBy: "user" });
  expect(flow.slots.get("ref")).toMatchObject({ type: "any", setBy: "action" });
  expect(flow.slots.get("text")).toMatchObject({ type: "string", setBy: "action" });
});

it("an action reads its inputs, also those that are not named, and writes its outputs", () => {
  expect(compiled().step("find")).toMatchObject({
    call: "search",
    mapOutputs: { code: "ref" },
    onError: to("bye"),
    timeout: 2_000,
    retry: { attempts: 4, backoff: "fixed", delay: 3_000 },
    reads: ["city", "day"],
    writes: ["price", "ref"],
  });
});

it("other steps read and write what they name", () => {
  const { step } = compiled();
  expect(step("note")).toMatchObject({ when: { source: "bags > 1" }, reads: ["bags"], writes: ["price"] });
  expect(step("tell")).toMatchObject({ message: { source: "T {city}" }, rephrase: true, reads: [], writes: [] });
  expect(step("hi")).toMatchObject({ response: "hello", rephrase: false });
  expect(step("round")).toMatchObject({
    condition: { source: "bags < 3" },
    body: ["again"],
    exitTo: to("praise"),
    reads: ["bags"],
  });
  expect(step("praise")).toMatchObject({
    instruction: "Praise.",
    context: ["city"],
    storeAs: "text",
    onError: to("bye"),
    reads: ["city"],
    writes: ["text"],
  });
  expect(step("help")).toMatchObject({
    flow: "inner",
    outputs: { size: "bags" },
    onError: to("bye"),
    reads: ["city", "bags"],
    writes: ["bags"],
  });
  expect(step("staff")).toMatchObject({
    queue: "desk",
    context: ["city"],
    message: { source: "W {city}" },
    onError: to("bye"),
  });
  const kind = step("kind");
  expect(kind).toMatchObject({ type: "branch", reads: ["bags"] });
  expect(kind?.type === "branch" && kind.cases.map(({ then }) => then)).toEqual([to("bye"), to("onward")]);
  expect(step("onward")).toMatchObject({ flow: "inner", reads: ["city"] });
  expect(step("bye")).toMatchObject({ reads: [], writes: [] });
});
