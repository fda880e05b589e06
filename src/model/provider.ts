import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { SoniError } from "../engine/errors.ts";
import { loadPackages } from "../engine/optional-packages.ts";
import type { GenerativeProvider } from "./language-model.ts";
import { providerFetch } from "./provider-fetch.ts";

export interface ProviderOptions {
  readonly provider: GenerativeProvider;
  readonly model: string;
  /** Of `openai`: Responses unless Chat Completions are asked for, which more gateways speak. */
  readonly protocol?: "chat" | "responses";
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

export type SdkModel = LanguageModelV4;

/** Providers are imported when first used: an assistant on the embedded understander never loads them. */
export const openProvider = async (options: ProviderOptions): Promise<SdkModel> => {
  const [{ wrapLanguageModel }, model] = await loadPackages(options.provider, () =>
    Promise.all([import("ai"), importProvider(options)]),
  );
  // The SDK prints providers' warnings on the console, where a chat may be running.
  const wrapGenerate = async ({ doGenerate }: { doGenerate: () => ReturnType<SdkModel["doGenerate"]> }) => ({
    ...(await doGenerate()),
    warnings: [],
  });
  const wrapStream = async ({ doStream }: { doStream: () => ReturnType<SdkModel["doStream"]> }) => {
    const { stream, ...others } = await doStream();
    return { ...others, stream: stream.pipeThrough(new TransformStream({ transform: withoutWarnings })) };
  };
  return wrapLanguageModel({ model, middleware: { specificationVersion: "v4", wrapGenerate, wrapStream } });
};

const withoutWarnings = (
  part: LanguageModelV4StreamPart,
  controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
): void => controller.enqueue(part.type === "stream-start" ? { ...part, warnings: [] } : part);

const importProvider = async (options: ProviderOptions): Promise<SdkModel> => {
  const { provider, model, baseUrl, apiKey } = options;
  const settings = {
    fetch: providerFetch,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  };
  switch (provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const openai = createOpenAI(settings);
      return options.protocol === "chat" ? openai.chat(model) : openai(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(settings)(model);
    }
    case "openai_compatible": {
      if (baseUrl === undefined)
        throw new SoniError("model.no_url", "An openai_compatible model needs its URL: set base_url_env.");
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        ...settings,
        baseURL: baseUrl,
        name: "openai_compatible",
        supportsStructuredOutputs: true,
      })(model);
    }
    default:
      return provider satisfies never;
  }
};
