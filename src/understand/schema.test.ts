import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { askingDate, bookFlight, confirming, idle, manyFlows } from "../../tests/model/contexts.ts";
import { anthropicRules } from "../../tests/model/emulators/anthropic-rules.ts";
import { openAiChatRules } from "../../tests/model/emulators/openai-rules.ts";
import { firstBroken, type ServiceRequest } from "../../tests/model/emulators/rule.ts";
import { parseCommands } from "./parse-commands.ts";
import { defaultProgram } from "./program.ts";
import { commandsSchema, slotsSchema } from "./schema.ts";
import { scopeOf } from "./scope.ts";
import type { FlowInScope, UnderstandingContext } from "./understander.ts";
import { vocabularyOf } from "./vocabulary.ts";

const vocabulary = { startable: idle.flows, inner: [] };
const schemaIn = (context: UnderstandingContext) => commandsSchema(vocabularyOf(context, 20), context.commands);
const custom = {
  name: "rate",
  description: "Rate the service",
  schema: { type: "object", properties: { stars: { type: "integer" } }, required: ["stars"] },
};
const basket: FlowInScope = {
  ...bookFlight,
  name: "fill_basket",
  slots: (["object", "any", "list"] as const).map((type) => ({
    name: `a_${type}`,
    type,
    description: type,
    examples: [],
    values: [],
    required: true,
  })),
};

describe("the schema of commands", () => {
  it("is the same in every turn of an assistant", () => {
    const inTurns = [idle, askingDate, confirming, { ...askingDate, flows: [], paused: [bookFlight] }].map((context) =>
      JSON.stringify(schemaIn({ ...context, vocabulary })),
    );
    expect(new Set(inTurns).size).toBe(1);
  });

  it.each([
    ["a small assistant", { ...idle }],
    ["slots of every type", { ...idle, flows: [basket] }],
    ["custom commands", { ...idle, commands: [custom] }],
    ["300 flows with 300 slots", { ...idle, flows: manyFlows(300) }],
    ["5,000 flows with 5,000 slots", { ...idle, flows: manyFlows(5_000) }],
    ["no flows at all", { ...idle, flows: [] }],
  ])("is strict, and every service takes it: %s", (_, context) => {
    const format = schemaIn(context);
    expect(format.strict).toBe(true);
    const { name, schema } = format;
    const messages = [{ role: "user", content: "hello" }];
    const headers = { authorization: "Bearer k", "x-api-key": "k", "anthropic-version": "2023-06-01" };
    const chat: ServiceRequest = {
      headers,
      size: 1,
      body: {
        model: "gpt-4.1-mini",
        messages,
        response_format: { type: "json_schema", json_schema: { name, schema, strict: true } },
      },
    };
    const anthropic: ServiceRequest = {
      headers,
      size: 1,
      body: {
        model: "claude-haiku-4-5",
        messages,
        max_tokens: 10,
        output_config: { format: { type: "json_schema", schema } },
      },
    };
    expect(firstBroken(openAiChatRules, chat)?.message).toBeUndefined();
    expect(firstBroken(anthropicRules, anthropic)?.message).toBeUndefined();
  });

  it("is what the demonstrations keep to", () => {
    const pizza = {
      name: "order_pizza",
      description: "Order a pizza",
      examples: [],
      slots: bookFlight.slots
        .slice(0, 2)
        .map((slot, index) => ({ ...slot, name: ["size", "delivery_date"][index] ?? "" })),
    };
    const context = { ...idle, flows: [pizza] };
    const ajv = new Ajv({ strict: false });
    const { commands, slots } = defaultProgram;
    for (const { output } of commands.demonstrations)
      expect([output, ajv.validate(schemaIn(context).schema, output)]).toEqual([output, true]);
    for (const { output } of slots.demonstrations)
      expect(ajv.validate(slotsSchema(vocabularyOf(context, 20)).schema, output)).toBe(true);
  });
});

describe("what no enforced schema can describe", () => {
  const read = (commands: readonly object[], context: UnderstandingContext) => {
    const parsed = parseCommands(JSON.stringify({ commands }), scopeOf(context), 10);
    return parsed.ok ? parsed.commands : parsed.reason;
  };

  it("is written as text: the arguments of a custom command", () => {
    const context = { ...idle, commands: [custom] };
    expect(read([{ type: "custom", name: "rate", arguments: '{"stars":4}' }], context)).toEqual([
      { type: "custom", name: "rate", arguments: { stars: 4 } },
    ]);
    expect(read([{ type: "custom", name: "rate", arguments: { stars: 4 } }], context)).toHaveLength(1);
    for (const bad of ["four", '{"stars":"four"}', "[4]", '{"stars":4,"stars":5}'])
      expect(read([{ type: "custom", name: "rate", arguments: bad }], context)).toBe("nothing_in_scope");
  });

  it("is written as text: an object, or the option of a list that stands for it", () => {
    const context = { ...idle, active: basket };
    const set = (value: unknown) => read([{ type: "set_slot", slot: "a_object", value, flow: null }], context);
    expect(set('{"item":"tea"}')).toEqual([{ type: "set_slot", slot: "a_object", value: { item: "tea" } }]);
    expect(set("the second")).toEqual([{ type: "set_slot", slot: "a_object", value: "the second" }]);
    expect(set(2)).toEqual([{ type: "set_slot", slot: "a_object", value: 2 }]);
    expect(set(true)).toBe("nothing_in_scope");
  });
});
