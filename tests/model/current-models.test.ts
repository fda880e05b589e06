import { afterEach, describe, expect, it } from "vitest";
import { createSdkModel, type SdkModelOptions } from "../../src/model/sdk-model.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { idle } from "./contexts.ts";
import { isObject } from "./emulators/rule.ts";
import {
  type EmulatorOptions,
  type ReceivedRequest,
  type ScriptedServer,
  startScriptedServer,
} from "./scripted-server.ts";

const openAiModels = [
  "gpt-4o",
  "gpt-4o-mini",
  "gpt-4.1",
  "gpt-4.1-mini",
  "gpt-5",
  "gpt-5-mini",
  "gpt-5-nano",
  "gpt-5-pro",
  "gpt-5-chat-latest",
  "gpt-5.1",
  "gpt-5.2",
  "gpt-5.4",
  "gpt-5.4-nano",
  "gpt-5.5",
  "gpt-6-astra",
  "o3",
  "o4-mini",
];
const anthropicModels = [
  "claude-haiku-4-5",
  "claude-sonnet-4-5",
  "claude-sonnet-4-6",
  "claude-opus-4-7",
  "claude-opus-5",
  "claude-sonnet-5",
  "claude-haiku-5-5",
  "claude-sonnet-5-5",
  "claude-opus-5-5",
  "claude-fable-5-1",
];

describe("every current model", () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());
  const ask = async (
    options: Pick<SdkModelOptions, "provider" | "model"> & Partial<SdkModelOptions>,
    emulated: EmulatorOptions = {},
  ) => {
    server = await startScriptedServer(
      () => ({ kind: "text", text: '{"commands":[{"type":"repeat"}],"confidence":0.9}' }),
      emulated,
    );
    const model = createSdkModel({ ...options, baseUrl: server.url, apiKey: "key", retry: { backoff: 1 } });
    const { source } = await createModelUnderstander({ model }).understand({ message: "again", context: idle });
    return { source, requests: server.requests };
  };
  const refusals = (requests: readonly ReceivedRequest[]) => requests.map(({ refusal }) => refusal?.message ?? null);

  it.each(openAiModels)("of OpenAI answers at the first request, by both protocols: %s", async (model) => {
    for (const protocol of ["responses", "chat"] as const) {
      const { source, requests } = await ask({ provider: "openai", model, protocol }, { chat: "openai" });
      expect([protocol, source, refusals(requests)]).toEqual([protocol, `openai:${model}`, [null]]);
      await server?.close();
    }
  });

  it.each(anthropicModels)("of Anthropic answers at the first request: %s", async (model) => {
    const { source, requests } = await ask({ provider: "anthropic", model });
    expect([source, refusals(requests)]).toEqual([`anthropic:${model}`, [null]]);
  });

  it.each(["openai/gpt-5-mini", "o3", "gpt-5.4"])(
    "answers through a gateway that speaks Chat Completions: %s",
    async (model) => {
      const { source, requests } = await ask({ provider: "openai_compatible", model }, { chat: "reasoning" });
      expect([source, refusals(requests)]).toEqual([`openai_compatible:${model}`, [null]]);
      expect(requests[0]?.body["temperature"]).toBeUndefined();
    },
  );

  it("thinks and writes as much as the settings say", async () => {
    const { requests } = await ask({ provider: "openai", model: "gpt-5.4", effort: "high", maxOutputTokens: 20_000 });
    const { reasoning, max_output_tokens, temperature } = requests[0]?.body ?? {};
    expect([isObject(reasoning) && reasoning["effort"], max_output_tokens, temperature]).toEqual([
      "high",
      20_000,
      undefined,
    ]);
  });

  it("has the room for the thinking that the settings want", async () => {
    const { source, requests } = await ask({ provider: "openai", model: "gpt-5-mini", effort: "high" });
    expect(source).toBe("openai:gpt-5-mini");
    expect(requests.map(({ body }) => body["max_output_tokens"])).toEqual([25_800]);
  });
});
