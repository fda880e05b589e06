/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** Anthropic charges for filling its cache; others do not. */
  readonly cacheWrite?: number;
}

export type Prices = Readonly<Record<string, Price>>;

/** The day on which the table below was compared with the lists. */
export const pricesAsOf = "2026-11-16";

const openAi = (input: number, cachedInput: number, output: number): Price => ({ input, cachedInput, output });
/** Writing to the cache for five minutes costs a quarter more than reading a token. */
const anthropic = (input: number, cachedInput: number, output: number): Price => ({
  input,
  cachedInput,
  output,
  cacheWrite: input * 1.25,
});

/**
 * List prices, for standard processing, by the name of the model. https://platform.openai.com/docs/pricing and
 * https://platform.claude.com/docs/en/about-claude/pricing; `settings.models.prices` replaces or adds any.
 */
export const listPrices: Prices = {
  "gpt-4o": openAi(2.5, 1.25, 10),
  "gpt-4o-mini": openAi(0.15, 0.075, 0.6),
  "gpt-4.1": openAi(2, 0.5, 8),
  "gpt-4.1-mini": openAi(0.4, 0.1, 1.6),
  "gpt-4.1-nano": openAi(0.1, 0.025, 0.4),
  "gpt-5": openAi(1.25, 0.125, 10),
  "gpt-5-mini": openAi(0.25, 0.025, 2),
  "gpt-5-nano": openAi(0.05, 0.005, 0.4),
  "gpt-5.1": openAi(1.25, 0.125, 10),
  "gpt-5.2": openAi(1.75, 0.175, 14),
  "gpt-5.4": openAi(2.5, 0.25, 15),
  "gpt-5.4-mini": openAi(0.75, 0.075, 4.5),
  "gpt-5.4-nano": openAi(0.2, 0.02, 1.25),
  "gpt-5.5": openAi(5, 0.5, 30),
  "claude-haiku-4-5": anthropic(1, 0.1, 5),
  // For prompts of up to 100,000 tokens; those of understanding are shorter.
  "claude-haiku-5-5": anthropic(0.1, 0.01, 0.5),
  "claude-sonnet-4-5": anthropic(3, 0.3, 15),
  "claude-sonnet-4-6": anthropic(3, 0.3, 15),
  "claude-sonnet-5": anthropic(2, 0.2, 10),
  "claude-sonnet-5-5": anthropic(2, 0.1, 10),
  "claude-opus-4-5": anthropic(5, 0.5, 25),
  "claude-opus-4-6": anthropic(5, 0.5, 25),
  "claude-opus-4-7": anthropic(5, 0.5, 25),
  "claude-opus-4-8": anthropic(5, 0.5, 25),
  "claude-opus-5": anthropic(5, 0.5, 25),
  "claude-opus-5-5": anthropic(4, 0.2, 20),
  "claude-fable-5": anthropic(10, 1, 50),
  "claude-fable-5-1": anthropic(10, 0.25, 50),
};

export interface TokenCounts {
  /** All input tokens, cached ones included. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** A dated snapshot costs what its model does: `gpt-4.1-2025-04-14`, `claude-opus-5-20260724`. */
const snapshot = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/;

/** Undefined when the model is not in the table: an unknown price is not zero, and not that of a model with a similar name. */
export const costOf = (model: string, tokens: TokenCounts, prices: Prices): number | undefined => {
  const price = [model, model.replace(snapshot, "")]
    .map((name) => (Object.hasOwn(prices, name) ? prices[name] : undefined))
    .find(Boolean);
  if (price === undefined) return undefined;
  const plain = Math.max(0, tokens.input - tokens.cachedInput - tokens.cacheWrite);
  return (
    (plain * price.input +
      tokens.cachedInput * price.cachedInput +
      tokens.cacheWrite * (price.cacheWrite ?? price.input) +
      tokens.output * price.output) /
    1_000_000
  );
};
