import type { LanguageModelUsage, ModelMessage, SystemModelMessage } from "ai";
import type { Usage } from "../engine/state/turn.ts";
import type { AttemptOutcome } from "./attempt.ts";
import type { FinishReason, GenerateRequest, GenerativeProvider, PromptMessage } from "./language-model.ts";
import type { ModelFamily } from "./model-family.ts";
import { costOf, type Prices } from "./prices.ts";
import type { SdkModel } from "./provider.ts";
import type { ServerTraits } from "./server-traits.ts";

export interface ModelLimits {
  readonly temperature: number;
  readonly family: ModelFamily;
  /** From the settings: the limit of an answer, thinking included. */
  readonly maxOutputTokens?: number;
}

export interface SdkCall {
  readonly request: GenerateRequest;
  readonly model: SdkModel;
  readonly provider: GenerativeProvider;
  readonly modelName: string;
  readonly prices: Prices;
  readonly limits: ModelLimits;
  readonly signal: AbortSignal;
  readonly traits: ServerTraits;
}

const defaultOutputTokens = 1_000;

const settingsOf = (call: SdkCall) => {
  const { request, traits, limits } = call;
  return {
    model: call.model,
    instructions: traits.systemRole ? instructionsOf(request.messages, call.provider) : [],
    messages: conversationOf(traits.systemRole ? request.messages : withoutSystem(request.messages)),
    maxRetries: 0,
    ...(asCompletionTokens(call) ? {} : { maxOutputTokens: outputTokensOf(call) }),
    ...(traits.temperature ? { temperature: limits.temperature } : {}),
    abortSignal: call.signal,
    providerOptions: providerOptionsOf(call),
  };
};

/** One request through the AI SDK. Throws what the SDK throws, except for text that is not the JSON asked for. */
export const callSdk = async (call: SdkCall): Promise<AttemptOutcome> => {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import("ai");
  const { request, traits } = call;
  const settings = settingsOf(call);
  const { schema } = request;
  try {
    const result =
      schema === undefined || traits.format === "text"
        ? await generateText(settings)
        : await generateText({
            ...settings,
            output:
              traits.format === "json"
                ? Output.json()
                : Output.object({ name: schema.name, schema: jsonSchema(schema.schema as object) }),
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
  const result = streamText({ ...settingsOf(call), onError: () => undefined });
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

/** The SDK knows the other name of the limit for OpenAI's models, by their names; for compatible servers it is sent by hand. */
const asCompletionTokens = ({ provider, traits }: SdkCall): boolean =>
  provider === "openai_compatible" && traits.completionTokens;

/** Thinking counts towards the same limit as the answer, so that a model that thinks needs more of it. */
const outputTokensOf = ({ request, limits }: SdkCall): number => {
  const { family } = limits;
  const needed = (request.maxOutputTokens ?? defaultOutputTokens) + family.thinkingTokens;
  return limits.maxOutputTokens ?? Math.min(needed, family.maxOutputTokens);
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

/** For servers without a system role: the instructions stand at the beginning of the first message of the user. */
const withoutSystem = (messages: readonly PromptMessage[]): readonly PromptMessage[] => {
  const instructions = messages.filter(({ role }) => role === "system").map(({ text }) => text);
  const [first, ...rest] = messages.filter(({ role }) => role !== "system");
  return first === undefined ? [] : [{ ...first, text: [...instructions, first.text].join("\n\n") }, ...rest];
};

type Options = Record<string, Record<string, string | number | boolean | { readonly type: string }>>;

const providerOptionsOf = (call: SdkCall): Options => {
  const { provider, request, limits, traits } = call;
  const { effort, noThinking } = limits.family;
  const strict = { strictJsonSchema: traits.format === "strict" && request.schema?.strict !== false };
  const thinks = effort === undefined ? {} : { reasoningEffort: effort };
  const cache = request.cacheKey === undefined ? {} : { promptCacheKey: request.cacheKey };
  const options: Record<GenerativeProvider, Options> = {
    // Conversations hold personal data: nothing is kept at the provider.
    openai: { openai: { ...strict, ...thinks, ...cache, store: false } },
    anthropic: {
      anthropic: {
        ...(effort === undefined || effort === "none" ? {} : { effort }),
        ...(noThinking === true && effort === undefined ? { thinking: { type: "disabled" } } : {}),
        structuredOutputMode: traits.format === "schema" ? "jsonTool" : "auto",
      },
    },
    openai_compatible: {
      openaiCompatible: {
        ...strict,
        ...thinks,
        ...(asCompletionTokens(call) ? { max_completion_tokens: outputTokensOf(call) } : {}),
      },
    },
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
