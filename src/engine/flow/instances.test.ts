import { describe, expect, it } from "vitest";
import { assistantOf, contextOf } from "../../../tests/support/dialogue.ts";
import { flowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import { type Instance, inOrder, instanceLabels } from "./instances.ts";

const assistant = assistantOf(`
slots:
  dish: { type: string, description: Dish, prompt: "Dish?" }
  count: { type: integer, description: Count, prompt: "Count?" }
  hot: { type: boolean, description: Hot, prompt: "Hot?" }
  note: { type: string, description: Note, prompt: "Note?" }
  street: { type: string, description: Street, prompt: "Street?" }
  extras: { type: list, description: Extras, prompt: "Extras?" }
  code: { type: string, description: Code, prompt: "Code?", sensitive: true }
flows:
  order:
    description: Order food
    trigger: { intents: [order] }
    steps:
      - { step: a, type: collect, slot: code }
      - { step: b, type: collect, slot: dish }
      - { step: c, type: collect, slot: count }
      - { step: d, type: collect, slot: extras }
      - { step: e, type: collect, slot: hot }
      - { step: f, type: collect, slot: note }
      - { step: g, type: collect, slot: street }
  taxi:
    description: Call a taxi
    trigger: { intents: [taxi] }
    steps: [{ step: a, type: collect, slot: street }]
`);
const task = (id: string, slots: JsonObject): Instance => ({
  flowId: flowId(id),
  flow: id.split("_")[0] ?? "",
  slots,
});
const labels = (...all: readonly Instance[]): readonly string[] => instanceLabels(contextOf(assistant), all);

describe("the name of a task among others", () => {
  it("is what its flow does, if no other does that", () => {
    expect(labels(task("order_1", { dish: "soup" }), task("taxi_2", { street: "Elm" }))).toEqual([
      "Order food",
      "Call a taxi",
    ]);
    expect(labels(task("gone_1", {}))).toEqual(["Gone"]);
  });

  it("has the values in which it differs from others of its flow, and no others", () => {
    const one = task("order_1", { dish: "soup", count: 2, hot: true });
    expect(
      labels(one, task("order_2", { dish: "cake", count: 3, hot: true }), task("taxi_3", { dish: "pie" })),
    ).toEqual(["Order food: soup, 2", "Order food: cake, 3", "Call a taxi"]);
    expect(labels(one, task("order_2", { dish: "soup", count: 2, hot: false }))).toEqual([
      "Order food: true",
      "Order food: false",
    ]);
  });

  it("has at most four of them, each short enough for a button", () => {
    const long = "x".repeat(41);
    const all = { dish: long, count: 1, hot: true, note: "y".repeat(40), street: "Elm" };
    expect(labels(task("order_1", all), task("order_2", {}))).toEqual([
      `Order food: ${"x".repeat(40)}…, 1, true, ${"y".repeat(40)}`,
      "Order food",
    ]);
  });

  it("has no secret, no list and nothing empty", () => {
    const hidden = task("order_1", { code: "1234", extras: ["salt"], note: "" });
    expect(labels(hidden, task("order_2", { dish: "pie" }))).toEqual(["Order food", "Order food: pie"]);
  });

  it("has a number where nothing else tells it from another", () => {
    const same = { dish: "soup" };
    expect(labels(task("order_1", same), task("order_2", { dish: "pie" }), task("order_3", same))).toEqual([
      "Order food: soup (1)",
      "Order food: pie",
      "Order food: soup (2)",
    ]);
  });
});

it("tasks are listed in the order in which they began, ten after nine", () => {
  const listed = inOrder([task("order_10", {}), task("taxi_9", {}), task("order_1/x#1", {})]);
  expect(listed.map(({ flowId: id }) => id)).toEqual(["order_1/x#1", "taxi_9", "order_10"]);
});
