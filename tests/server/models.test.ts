import { trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { createModelsInUse } from "../../src/model/models-in-use.ts";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { type ScriptedReply, startScriptedServer } from "../model/scripted-server.ts";
import { startServer } from "./start-server.ts";

const good: ScriptedReply = { kind: "text", text: '{"commands":[{"type":"chitchat"}],"confidence":0.9}' };

/** A server whose messages are understood by a model that answers as it is told. */
async function startWithModel() {
  let reply = good;
  const provider = await startScriptedServer(() => reply);
  onTestFinished(provider.close);
  const models = createModelsInUse();
  const model = createSdkModel({
    provider: "openai",
    model: "gpt-4.1-mini",
    baseUrl: provider.url,
    apiKey: "key",
    models,
    retry: { attempts: 2, backoff: 1 },
  });
  const server = await startServer({ models, understander: createModelUnderstander({ model }) });
  return {
    server,
    answer: (next: ScriptedReply) => {
      reply = next;
    },
  };
}

describe("what a server tells about its models", () => {
  afterEach(() => trace.disable());

  it("is true: calls, retries, failures, tokens, cost, the breaker and the way of asking, by model and pass", async () => {
    const { server, answer } = await startWithModel();
    const id = await server.begin();
    const ready = async () => (await server.call("GET", "/health/ready")).body;
    await server.say(id, "hello");
    expect(await ready()).toMatchObject({ status: "ok", checks: { models: "ok" } });
    answer({ kind: "status", status: 503 });
    for (const _ of [1, 2, 3]) await server.say(id, "hello");
    // Messages are taken all the same: somebody else may read them.
    expect(await ready()).toMatchObject({ status: "ok", checks: { models: "degraded" } });
    const { body } = await server.call("GET", "/metrics");
    const labels = 'model="openai:gpt-4.1-mini",pass="commands"';
    for (const line of [
      `soni_model_calls_total{${labels}} 4`,
      `soni_model_retries_total{${labels}} 2`,
      `soni_model_failures_total{${labels},code="model.unavailable"} 3`,
      `soni_model_input_tokens_total{${labels}} 1000`,
      `soni_model_cached_input_tokens_total{${labels}} 800`,
      `soni_model_output_tokens_total{${labels}} 20`,
      'soni_model_breaker{model="openai:gpt-4.1-mini",state="open"} 1',
      'soni_model_breaker{model="openai:gpt-4.1-mini",state="closed"} 0',
      'soni_model_pause_seconds{model="openai:gpt-4.1-mini"} 0',
      'soni_model_format{model="openai:gpt-4.1-mini",format="strict"} 1',
    ]) {
      expect(body.split("\n")).toContain(line);
    }
    const [, cost] = /soni_model_cost_dollars_total\{[^}]*\} (\S+)/.exec(body) ?? [];
    expect(Number(cost)).toBeCloseTo((200 * 0.4 + 800 * 0.1 + 20 * 1.6) / 1e6, 12);
  });

  it("has one span for each call, retries included, without prompt and answer", async () => {
    const spans: { name: string; attributes: Record<string, unknown>; status?: unknown }[] = [];
    const tracer = {
      startSpan: (name: string, { attributes = {} }: { attributes?: object } = {}) => {
        const record: (typeof spans)[number] = { name, attributes: { ...attributes } };
        return {
          setAttributes: (more: object) => Object.assign(record.attributes, more),
          setStatus: (status: object) => Object.assign(record, { status }),
          recordException: () => undefined,
          end: () => spans.push(record),
        };
      },
      startActiveSpan: (name: string, options: object, work: (span: never) => unknown) =>
        work(tracer.startSpan(name, options) as never),
    };
    trace.setGlobalTracerProvider({ getTracer: () => tracer as never });
    const { server, answer } = await startWithModel();
    const id = await server.begin();
    await server.say(id, "hello canary");
    answer({ kind: "status", status: 503 });
    await server.say(id, "hello canary");
    const calls = spans.filter(({ name }) => name === "chat gpt-4.1-mini");
    expect(calls.map(({ attributes }) => attributes)).toEqual([
      {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-4.1-mini",
        "soni.purpose": "commands",
        "soni.attempts": 1,
        "gen_ai.usage.input_tokens": 1_000,
        "gen_ai.usage.cached_input_tokens": 800,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.response.finish_reasons": ["stop"],
      },
      expect.objectContaining({ "soni.attempts": 2, "error.type": "model.unavailable" }),
    ]);
    expect(JSON.stringify(calls)).not.toContain("canary");
  });
});
