import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import { createLogger, runtimeLog } from "../../src/server/logging.ts";
import { startServer } from "./start-server.ts";

describe("metrics", () => {
  it("count turns, refusals, actions, tokens, cache hits, problems and times by stage", async () => {
    const usage = { inputTokens: 100, cachedInputTokens: 60, outputTokens: 7 };
    const server = await startServer({
      understander: {
        understand: async ({ message }) => ({
          commands: message === "yes" ? [{ type: "affirm" }] : [{ type: "cancel_flow" }],
          confidence: 1,
          source: message === "again" ? "cache" : "model",
          ...(message === "again" ? {} : { usage }),
        }),
      },
    });
    const id = await server.begin();
    for (const text of ["yes", "again"]) await server.say(id, text);
    await server.say(id, " ");
    const { body, headers } = await server.call("GET", "/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    for (const line of [
      "soni_turns_total 3",
      'soni_command_refusals_total{code="confirmation.none"} 1',
      'soni_command_refusals_total{code="flow.none_active"} 1',
      'soni_model_tokens_total{kind="input"} 100',
      'soni_model_tokens_total{kind="cached_input"} 60',
      'soni_model_tokens_total{kind="output"} 7',
      "soni_understanding_cache_hits_total 1",
      'soni_understandings_total{source="model"} 1',
      'soni_problems_total{code="message.blank"} 1',
      'soni_stage_seconds_count{stage="understand"} 2',
      'soni_stage_seconds_count{stage="execute"} 3',
      'soni_stage_seconds_count{stage="turn"} 3',
      "soni_turns_running 0",
      "soni_listeners 0",
    ]) {
      expect(body.split("\n")).toContain(line);
    }
    expect(body).toMatch(/soni_stage_seconds_count\{stage="store"\} [1-9]/);
  });
});

describe("logs", () => {
  it("hold one line a request, with the route and without bodies, tokens and secrets", async () => {
    const lines: string[] = [];
    const steps = "steps: [{ step: ask, type: collect, slot: pin }]";
    const yaml = `version: "1.0"\nslots: { pin: { type: string, sensitive: true } }\nflows: { f: { description: f, ${steps} } }`;
    const { assistant } = parseAssistant([{ file: "soni.yaml", text: yaml }]);
    if (assistant === null) throw new Error("the assistant does not load");
    const log = createLogger(assistant, { destination: { write: (line: string) => void lines.push(line) } });
    const server = await startServer({ log, runtimeLog: runtimeLog(log) });
    const id = await server.begin();
    await server.say(id, "10 to Ann");
    await server.call("POST", `/v1/conversations/${id}/messages`, {
      body: "{",
      headers: { "content-type": "application/json", authorization: "Bearer canary-token" },
    });
    log.info({ input: { pin: "canary-pin", nested: { pin: "canary-pin" } }, text: "canary-text" }, "an action's note");
    const text = lines.join("");
    expect(text).toContain('"route":"/v1/conversations/:conversationId/messages","status":400');
    expect(text).not.toContain("Ann");
    expect(text).not.toContain("canary");
    expect(text).toContain('"pin":"***"');
  });
});

describe("spans", () => {
  afterEach(() => {
    trace.disable();
    context.disable();
  });

  it("show a turn with its stages below it, in the words of the GenAI conventions", async () => {
    const ended: { name: string; parent: string | undefined; attributes: Record<string, unknown>; status?: number }[] =
      [];
    const here = new AsyncLocalStorage<Context>();
    context.setGlobalContextManager({
      active: () => here.getStore() ?? ROOT_CONTEXT,
      with: (given, work, self, ...rest) => here.run(given, () => work.call(self as never, ...rest)),
      bind: (_, target) => target,
      enable() {
        return this;
      },
      disable() {
        return this;
      },
    });
    const names = new Map<unknown, string>();
    const tracer = {
      startSpan(name: string, options: { attributes?: object } = {}, from: Context = context.active()) {
        const record = {
          name,
          parent: names.get(trace.getSpan(from)),
          attributes: { ...options.attributes } as Record<string, unknown>,
        };
        const span = {
          setAttributes: (more: object) => Object.assign(record.attributes, more),
          setStatus: ({ code }: { code: number }) => Object.assign(record, { status: code }),
          recordException: () => undefined,
          end: () => ended.push(record),
        };
        names.set(span, name);
        return span;
      },
      startActiveSpan(name: string, options: object, work: (span: never) => unknown) {
        const span = tracer.startSpan(name, options);
        return context.with(trace.setSpan(context.active(), span as never), () => work(span as never));
      },
    };
    trace.setGlobalTracerProvider({ getTracer: () => tracer as never });
    const server = await startServer({
      pay: () => {
        throw new Error("closed");
      },
    });
    const id = await server.begin();
    for (const text of ["10 to Ann", "1234", "yes"]) await server.say(id, text);
    const stages = ended.filter(({ name }) => name !== "soni.turn");
    expect(new Set(stages.map(({ name }) => name))).toEqual(
      new Set(["soni.understand", "soni.execute", "soni.action", "soni.store"]),
    );
    // Whether a conversation is there is asked before its first turn.
    expect(stages.filter(({ parent }) => parent !== "soni.turn").map(({ name }) => name)).toEqual(["soni.store"]);
    const [action] = stages.filter(({ name }) => name === "soni.action");
    expect(action).toMatchObject({
      attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "pay" },
      status: SpanStatusCode.ERROR,
    });
    const turns = ended.filter(({ name }) => name === "soni.turn");
    expect(turns).toHaveLength(4);
    expect(turns[0]?.attributes).toMatchObject({ "gen_ai.conversation.id": `local:${id}`, "soni.turn": 1 });
  });
});
