import type { LanguageModelUsage, ModelMessage, SystemModelMessage } from "ai";
import type { Usage } from "../engine/state/turn.ts";
import type { AttemptOutcome } from "./attempt.ts";
import type { FinishReason, GenerateRequest, OutputSchema, PromptMessage } from "./language-model.ts";
import { costOf, type Prices } from "./prices.ts";
import type { GenerativeProvider, SdkModel } from "./provider.ts";

export interface SdkCall {
  readonly request: GenerateRequest;
  readonly model: SdkModel;
  readonly provider: GenerativeProvider;
  readonly modelName: string;
  readonly prices: Prices;
  readonly temperature: number;
  readonly signal: AbortSignal;
  /** Hand the schema to the provider; otherwise only the prompt describes it. */
  readonly structured: boolean;
}

const defaultOutputTokens = 1_000;

const settingsOf = (call: SdkCall, schema: OutputSchema | undefined) => ({
  model: call.model,
  instructions: instructionsOf(call.request.messages, call.provider),
  messages: conversationOf(call.request.messages),
  maxRetries: 0,
  maxOutputTokens: call.request.maxOutputTokens ?? defaultOutputTokens,
  temperature: call.temperature,
  abortSignal: call.signal,
  providerOptions: providerOptionsOf(call.provider, schema),
});

/** One request through the AI SDK. Throws what the SDK throws, except for text that is not the JSON asked for. */
export const callSdk = async (call: SdkCall): Promise<AttemptOutcome> => {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import("ai");
  const { request } = call;
  const schema = call.structured ? request.schema : undefined;
  const settings = settingsOf(call, schema);
  try {
    const result =
      schema === undefined
        ? await generateText(settings)
        : await generateText({
            ...settings,
            output: Output.object({ name: schema.name, schema: jsonSchema(schema.schema as object) }),
          });
    return success(result.text, result.finishReason, usageOf(result.usage, call));
  } catch (error) {
    // Whether the text is usable is decided by whoever asked: it may be fenced, cut or prose.
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    return success(error.text ?? "", error.finishReason ?? "other", usageOf(error.usage, call));
  }
};

/** One request for a plain text that comes in pieces. Throws what the SDK throws, and what it says of a stream that broke. */
export const streamSdk = async (call: SdkCall, onText: (piece: string) => void): Promise<AttemptOutcome> => {
  const { InvalidResponseDataError, streamText } = await import("ai");
  // Without a listener of its own the SDK prints errors on the console, where a chat may be running.
  const result = streamText({ ...settingsOf(call, undefined), onError: () => undefined });
  let text = "";
  for await (const part of result.fullStream) {
    if (part.type === "error") {
      // The answer came to an end without saying so: it was cut, or is no stream.
      if (InvalidResponseDataError.isInstance(part.error)) return success(text, "other", usageOf(undefined, call));
      throw part.error;
    }
    if (part.type === "abort") throw new Error("The request was cancelled.");
    if (part.type === "text-delta") {
      text += part.text;
      onText(part.text);
    }
    if (part.type === "finish") return success(text, part.finishReason, usageOf(part.totalUsage, call));
  }
  throw new Error("The model's answer has no end.");
};

const success = (text: string, reason: string, usage: Usage): AttemptOutcome => ({
  ok: true,
  text,
  finish: finishOf(reason),
  usage,
});

const finishOf = (reason: string): FinishReason => {
  if (reason === "stop" || reason === "length") return reason;
  return reason === "content-filter" ? "refusal" : "other";
};

const systemMessage = (content: string): SystemModelMessage => ({ role: "system", content });

/** Anthropic caches up to marked parts; the others cache prefixes by themselves, and some take one system text only. */
const instructionsOf = (messages: readonly PromptMessage[], provider: GenerativeProvider): SystemModelMessage[] => {
  const system = messages.filter((message) => message.role === "system");
  if (provider !== "anthropic") return [systemMessage(system.map((message) => message.text).join("\n\n"))];
  return system.map((message) => ({
    ...systemMessage(message.text),
    ...(message.cacheable === true
      ? { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" as const } } } }
      : {}),
  }));
};

const conversationOf = (messages: readonly PromptMessage[]): ModelMessage[] =>
  messages.flatMap((message): ModelMessage[] =>
    message.role === "system" ? [] : [{ role: message.role, content: message.text }],
  );

const providerOptionsOf = (provider: GenerativeProvider, schema: OutputSchema | undefined) => {
  const strict = { strictJsonSchema: schema?.strict ?? true };
  const options: Record<GenerativeProvider, Record<string, Record<string, string | boolean>>> = {
    // Conversations hold personal data: nothing is kept at the provider.
    openai: { openai: { ...strict, store: false } },
    anthropic: {},
    openai_compatible: { openaiCompatible: strict },
  };
  return options[provider];
};

const usageOf = (usage: LanguageModelUsage | undefined, call: SdkCall): Usage => {
  const input = count(usage?.inputTokens);
  const cachedInput = count(usage?.inputTokenDetails?.cacheReadTokens);
  const cacheWrite = count(usage?.inputTokenDetails?.cacheWriteTokens);
  const output = count(usage?.outputTokens);
  const cost = costOf(call.modelName, { input, cachedInput, cacheWrite, output }, call.prices);
  return {
    inputTokens: input,
    cachedInputTokens: cachedInput,
    outputTokens: output,
    model: call.modelName,
    ...(cost === undefined ? {} : { cost }),
  };
};

/** Servers send what they like; a missing or absurd count is no count. */
const count = (tokens: number | undefined): number =>
  tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
