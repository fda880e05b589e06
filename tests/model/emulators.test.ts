import OpenAI from "openai";
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { anthropicRules } from "./emulators/anthropic-rules.ts";
import { type CompatibleServer, compatibleServers, plainRequest } from "./emulators/compatible-rules.ts";
import { openAiChatRules, openAiResponsesRules } from "./emulators/openai-rules.ts";
import type { Rule, ServiceRequest } from "./emulators/rule.ts";
import { type EmulatorOptions, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

const schema = {
  type: "object",
  properties: { ok: { type: "boolean" } },
  required: ["ok"],
  additionalProperties: false,
};
const headers = { authorization: "Bearer key", "x-api-key": "key", "anthropic-version": "2023-06-01" };
const messages = [{ role: "user", content: "Answer in JSON." }];
const request = (body: ServiceRequest["body"]): ServiceRequest => ({ headers, body, size: 100 });

const chat = request({
  model: "gpt-4.1-mini",
  messages: [{ role: "system", content: "You answer." }, ...messages],
  max_tokens: 100,
  temperature: 0,
  response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
});
const responses = request({
  model: "gpt-4.1-mini",
  input: messages,
  max_output_tokens: 100,
  text: { format: { type: "json_schema", name: "answer", strict: true, schema } },
});
const anthropic = request({
  model: "claude-haiku-4-5",
  max_tokens: 100,
  system: [{ type: "text", text: "You answer.", cache_control: { type: "ephemeral" } }],
  messages,
  output_config: { format: { type: "json_schema", schema } },
});

interface Service {
  readonly name: string;
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly sound: ServiceRequest;
  readonly options: EmulatorOptions;
}

const services: readonly Service[] = [
  {
    name: "OpenAI Chat Completions",
    path: "/chat/completions",
    rules: openAiChatRules,
    sound: chat,
    options: { chat: "openai" },
  },
  { name: "OpenAI Responses", path: "/responses", rules: openAiResponsesRules, sound: responses, options: {} },
  { name: "Anthropic Messages", path: "/messages", rules: anthropicRules, sound: anthropic, options: {} },
  ...Object.entries(compatibleServers).map(([name, rules]) => ({
    name: `a compatible server (${name})`,
    path: "/chat/completions",
    rules,
    sound: plainRequest(chat),
    options: { chat: name as CompatibleServer },
  })),
];

describe.each(services)("the emulator of $name", ({ path, rules, sound, options }) => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer(() => ({ kind: "text", text: '{"ok":true}' }), options);
  });
  afterAll(() => server.close());
  const send = async ({ headers: given, body, size }: ServiceRequest) => {
    // A body of the size that the request claims; JSON takes blanks at its end.
    const text = JSON.stringify(body);
    const response = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: Object.fromEntries(
        Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
      ),
      body: size > text.length ? text.padEnd(size) : text,
    });
    return { status: response.status, body: JSON.stringify(await response.json()) };
  };

  it("takes a sound request", async () => {
    expect(await send(sound)).toMatchObject({ status: 200, body: expect.stringContaining('\\"ok\\":true') });
  });

  it.each(rules.map((rule) => [rule.name, rule] as const))("refuses a request that breaks: %s", async (_, rule) => {
    expect(rule.page).toMatch(/^https:\/\//);
    const broken = rule.broken(sound);
    const answer = await send(broken);
    expect(answer.status).toBe(rule.status ?? 400);
    expect(server.requests.at(-1)?.refusal?.rule.name).toBe(rule.name);
    expect(answer.body).toContain(JSON.stringify(rule.refuses(broken)).slice(1, -1));
  });
});

/** Whose pages may be cited for a service: the provider's own, and those of others who serve its models. */
const hosts: readonly (readonly [RegExp, RegExp])[] = [
  [/^OpenAI/, /^platform\.openai\.com$/],
  [/^Anthropic/, /^(?:platform\.claude\.com|docs\.cloud\.google\.com)$/],
  [
    /^a compatible server/,
    /^(?:docs\.vllm\.ai|github\.com|api-docs\.deepseek\.com|docs\.mistral\.ai|huggingface\.co|learn\.microsoft\.com)$/,
  ],
];

it.each(services)("every rule of $name has a name of its own and cites a page of its provider", ({ name, rules }) => {
  expect(rules.length).toBeGreaterThan(4);
  expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length);
  const host = hosts.find(([service]) => service.test(name))?.[1] ?? /^$/;
  for (const rule of rules)
    expect([rule.name, new URL(rule.page).host]).toEqual([rule.name, expect.stringMatching(host)]);
});

describe("the official client", () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer(
      ({ body }) =>
        body["model"] === "gpt-4o"
          ? { kind: "status", status: 429, headers: { "retry-after": "1" } }
          : { kind: "text", text: '{"city":"Rome"}' },
      { chat: "openai" },
    );
  });
  afterAll(() => server.close());
  const shape = z.object({ city: z.string() });
  const client = () => new OpenAI({ apiKey: "key", baseURL: server.url, maxRetries: 0 });
  const question = { role: "user", content: "Where to?" } as const;

  it("reads what Chat Completions answer", async () => {
    const completion = await client().chat.completions.parse({
      model: "gpt-4.1-mini",
      messages: [question],
      response_format: zodResponseFormat(shape, "place"),
    });
    expect(completion.choices[0]?.message.parsed).toEqual({ city: "Rome" });
    expect(completion.usage?.total_tokens).toBe(1_020);
  });

  it("reads what Responses answer", async () => {
    const response = await client().responses.parse({
      model: "gpt-5-mini",
      input: [question],
      reasoning: { effort: "minimal" },
      text: { format: zodTextFormat(shape, "place") },
    });
    expect(response.output_parsed).toEqual({ city: "Rome" });
    expect(response.status).toBe("completed");
  });

  it("has its own errors for refusals", async () => {
    const { chat } = client();
    await expect(chat.completions.create({ model: "gpt-5-mini", messages: [question], max_tokens: 5 })).rejects.toThrow(
      OpenAI.BadRequestError,
    );
    await expect(chat.completions.create({ model: "gpt-4o", messages: [question] })).rejects.toThrow(
      OpenAI.RateLimitError,
    );
  });

  it("gets an empty answer where reasoning takes all the tokens", async () => {
    const cut = await client().responses.create({ model: "gpt-5-mini", input: [question], max_output_tokens: 800 });
    expect([cut.status, cut.incomplete_details?.reason, cut.output_text]).toEqual([
      "incomplete",
      "max_output_tokens",
      "",
    ]);
  });
});
