/** US dollars per million tokens. */
interface Price {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** Anthropic charges for filling its cache; others do not. */
  readonly cacheWrite?: number;
}

export type Prices = Readonly<Record<string, Price>>;

/** List prices by the longest matching start of a model's name; settings may replace any of them. */
export const defaultPrices: Prices = {
  "gpt-4o": { input: 2.5, cachedInput: 1.25, output: 10 },
  "gpt-4o-mini": { input: 0.15, cachedInput: 0.075, output: 0.6 },
  "gpt-4.1": { input: 2, cachedInput: 0.5, output: 8 },
  "gpt-4.1-mini": { input: 0.4, cachedInput: 0.1, output: 1.6 },
  "gpt-4.1-nano": { input: 0.1, cachedInput: 0.025, output: 0.4 },
  "gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 },
  "gpt-5-mini": { input: 0.25, cachedInput: 0.025, output: 2 },
  "gpt-5-nano": { input: 0.05, cachedInput: 0.005, output: 0.4 },
  "claude-haiku-4-5": { input: 1, cachedInput: 0.1, output: 5, cacheWrite: 1.25 },
  "claude-sonnet-4": { input: 3, cachedInput: 0.3, output: 15, cacheWrite: 3.75 },
};

export interface TokenCounts {
  /** All input tokens, cached ones included. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** Undefined when the model is not in the table: an unknown price is not zero. */
export const costOf = (model: string, tokens: TokenCounts, prices: Prices): number | undefined => {
  const name = Object.keys(prices)
    .filter((known) => model.startsWith(known))
    .sort((a, b) => b.length - a.length)[0];
  const price = name === undefined ? undefined : prices[name];
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
