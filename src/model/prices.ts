/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** Anthropic charges for filling its cache; others do not. */
  readonly cacheWrite?: number;
}

export type Prices = Readonly<Record<string, Price>>;

/** The day on which the table below was last compared with its sources: copies of pages, since no provider was asked. */
export const pricesAsOf = "2026-11-18";

/**
 * Where a row was read. `provider`: all of it on a page of the provider. `partly`: input and output there, the price of cached input
 * in lists of others. `others`: only in lists of others, such as gateways and cost calculators.
 */
export type PriceSource = "provider" | "partly" | "others";

export interface ListPrice extends Price {
  readonly source: PriceSource;
}

/** Input, cached input, output. */
type Row = readonly [input: number, cachedInput: number, output: number, source: PriceSource];

const openAi: Readonly<Record<string, Row>> = {
  "gpt-4o": [2.5, 1.25, 10, "others"],
  "gpt-4o-mini": [0.15, 0.075, 0.6, "others"],
  "gpt-4.1": [2, 0.5, 8, "others"],
  "gpt-4.1-mini": [0.4, 0.1, 1.6, "others"],
  "gpt-4.1-nano": [0.1, 0.025, 0.4, "others"],
  "gpt-5": [1.25, 0.125, 10, "others"],
  "gpt-5-mini": [0.25, 0.025, 2, "others"],
  "gpt-5-nano": [0.05, 0.005, 0.4, "provider"],
  "gpt-5.1": [1.25, 0.125, 10, "others"],
  "gpt-5.2": [1.75, 0.175, 14, "others"],
  "gpt-5.4": [2.5, 0.25, 15, "partly"],
  "gpt-5.4-mini": [0.75, 0.075, 4.5, "partly"],
  "gpt-5.4-nano": [0.2, 0.02, 1.25, "provider"],
  "gpt-5.5": [5, 0.5, 30, "partly"],
};

const anthropic: Readonly<Record<string, Row>> = {
  "claude-haiku-4-5": [1, 0.1, 5, "partly"],
  // For prompts of up to 100,000 tokens; those of understanding are shorter.
  "claude-haiku-5-5": [0.1, 0.01, 0.5, "partly"],
  "claude-sonnet-4-5": [3, 0.3, 15, "partly"],
  "claude-sonnet-4-6": [3, 0.3, 15, "partly"],
  "claude-sonnet-5": [2, 0.2, 10, "provider"],
  // Cached input was 0.2 on the model's page, and is 0.1 since 2026-10-07 by the lists of others.
  "claude-sonnet-5-5": [2, 0.1, 10, "partly"],
  "claude-opus-4-5": [5, 0.5, 25, "provider"],
  "claude-opus-4-6": [5, 0.5, 25, "provider"],
  "claude-opus-4-7": [5, 0.5, 25, "provider"],
  "claude-opus-4-8": [5, 0.5, 25, "provider"],
  "claude-opus-5": [5, 0.5, 25, "provider"],
  "claude-opus-5-5": [4, 0.2, 20, "provider"],
  "claude-fable-5": [10, 1, 50, "provider"],
  "claude-fable-5-1": [10, 0.25, 50, "provider"],
};

/** Writing to Anthropic's cache for five minutes costs a quarter more than reading a token. */
const cacheWriteFactor = 1.25;

/**
 * List prices, for standard processing, by the name of the model. The providers' pages are https://developers.openai.com/api/docs/models
 * and https://platform.claude.com/docs/en/about-claude/pricing; `settings.models.prices` replaces or adds any.
 */
export const listPrices: Readonly<Record<string, ListPrice>> = Object.fromEntries([
  ...Object.entries(openAi).map(([name, [input, cachedInput, output, source]]) => [
    name,
    { input, cachedInput, output, source },
  ]),
  ...Object.entries(anthropic).map(([name, [input, cachedInput, output, source]]) => [
    name,
    { input, cachedInput, output, cacheWrite: input * cacheWriteFactor, source },
  ]),
]);

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
