/** What differs between OpenAI's models, by name. https://platform.openai.com/docs/models */
export interface OpenAiModel {
  readonly isReasoning: boolean;
  /** The efforts that it takes; none for a model that does not reason. */
  readonly efforts: readonly string[];
  /** It takes a temperature if it is told not to reason. */
  readonly samplesWithoutReasoning: boolean;
  readonly mostOutputTokens: number;
  readonly contextTokens: number;
}

const plain: OpenAiModel = {
  isReasoning: false,
  efforts: [],
  samplesWithoutReasoning: true,
  mostOutputTokens: 32_768,
  contextTokens: 1_000_000,
};
const reasoning: OpenAiModel = {
  isReasoning: true,
  efforts: ["low", "medium", "high"],
  samplesWithoutReasoning: false,
  mostOutputTokens: 100_000,
  contextTokens: 200_000,
};

const effortsOfGpt5 = (minor: number): readonly string[] => {
  if (minor === 0) return ["minimal", "low", "medium", "high"];
  if (minor === 1) return ["none", "low", "medium", "high"];
  return ["none", "low", "medium", "high", "xhigh"];
};

export const openAiModel = (name: string): OpenAiModel => {
  if (/^o\d/.test(name)) return reasoning;
  if (name.startsWith("gpt-4o")) return { ...plain, mostOutputTokens: 16_384, contextTokens: 128_000 };
  const [, major, minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?/.exec(name) ?? [];
  if (major === undefined || Number(major) < 5 || name.includes("-chat")) return plain;
  if (Number(major) >= 6) return { ...reasoning, efforts: ["low", "medium", "high", "xhigh", "max"] };
  return {
    ...reasoning,
    efforts: effortsOfGpt5(Number(minor)),
    samplesWithoutReasoning: Number(minor) >= 1,
    mostOutputTokens: 128_000,
    contextTokens: 400_000,
  };
};

/** Tokens that a model spends on reasoning before it answers; more effort, more tokens. */
const spentOnReasoning: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 64,
  low: 900,
  medium: 3_000,
  high: 9_000,
};

export const reasoningTokens = (name: string, effort: string | undefined): number => {
  const { isReasoning } = openAiModel(name);
  if (!isReasoning) return 0;
  // GPT-5.1 and later do not reason unless they are told to; the others do by default.
  const usual = /^gpt-5\.[1-9]/.test(name) ? "none" : "medium";
  return spentOnReasoning[effort ?? usual] ?? 12_000;
};
