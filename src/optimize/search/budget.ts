import { SoniError } from "../../engine/errors.ts";
import type { Usage } from "../../engine/state/turn.ts";
import type { Time } from "../../engine/time.ts";
import type { GenerateRequest, LanguageModel } from "../../model/language-model.ts";
import { familyOf } from "../../model/model-family.ts";
import { costOf, type Prices } from "../../model/prices.ts";

/** What a search may spend at most; what is not named is not limited. */
export interface SpendingLimits {
  /** Requests to models, those that failed included. */
  readonly calls?: number;
  /** Input and output tokens of all models together. */
  readonly tokens?: number;
  /** US dollars. Every model needs a known price. */
  readonly money?: number;
  /** Working time: a run that is resumed goes on counting where it stopped. */
  readonly minutes?: number;
}

export interface Budget {
  readonly limits: SpendingLimits;
  /** List prices and those of the settings, by the name of the model. */
  readonly prices: Prices;
  readonly time: Time;
  /** Requests that one question may become, because the model layer tries again; 3 unless given. */
  readonly attempts?: number;
  /** Tokens of thinking on top of an answer, where the settings say so; by the model's family unless given. */
  readonly thinkingTokens?: number;
  /** Tokens of one answer at most, thinking included, where the settings say so. */
  readonly mostOutputTokens?: number;
}

export interface Spent {
  readonly calls: number;
  /** Of the calls, those to the writer. */
  readonly writerCalls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null if a price is not known. */
  readonly money: number | null;
  readonly minutes: number;
  /** Questions that the provider did not answer, each of which was asked again. They count in no score. */
  readonly failures: number;
}

export const nothingSpent: Spent = {
  calls: 0,
  writerCalls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  money: 0,
  minutes: 0,
  failures: 0,
};

/** What something costs, at most or probably. */
export interface Cost {
  readonly calls: number;
  readonly tokens: number;
  /** Zero where no limit in money asks for it. */
  readonly money: number;
}

export const noCost: Cost = { calls: 0, tokens: 0, money: 0 };
export const addCost = (a: Cost, b: Cost): Cost => ({
  calls: a.calls + b.calls,
  tokens: a.tokens + b.tokens,
  money: a.money + b.money,
});
export const timesCost = ({ calls, tokens, money }: Cost, factor: number): Cost => ({
  calls: calls * factor,
  tokens: tokens * factor,
  money: money * factor,
});

/** Whether there is room for more. Time is looked at apart: no call can be sure how long it takes. */
export const hasRoom = (spent: Spent, more: Cost, { calls, tokens, money }: SpendingLimits): boolean =>
  spent.calls + more.calls <= (calls ?? Number.POSITIVE_INFINITY) &&
  spent.inputTokens + spent.outputTokens + more.tokens <= (tokens ?? Number.POSITIVE_INFINITY) &&
  (money === undefined || (spent.money !== null && spent.money + more.money <= money));

const usualAttempts = 3;
const usualOutputTokens = 1_000;

export const attemptsOf = ({ attempts = usualAttempts }: Budget): number => attempts;

/** Tokens that an answer of this length can have at most. */
export const mostOutput = (model: LanguageModel, { maxOutputTokens }: GenerateRequest, budget: Budget): number =>
  budget.mostOutputTokens ??
  (maxOutputTokens ?? usualOutputTokens) + (budget.thinkingTokens ?? familyOf(modelNameOf(model)).thinkingTokens);

/** No tokeniser makes more tokens of a text than it has bytes; the form of a request takes a few more. */
export const mostInput = ({ messages, schema }: GenerateRequest): number =>
  messages.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 16, 0) +
  (schema === undefined ? 0 : Buffer.byteLength(JSON.stringify(schema.schema)) + 64);

/** US dollars for so many tokens at the dearest rate; zero where no limit in money asks for it. */
export const priceOf = (
  model: LanguageModel,
  { input, output }: { readonly input: number; readonly output: number },
  { limits, prices }: Budget,
): number => {
  if (limits.money === undefined) return 0;
  const name = modelNameOf(model);
  const rates = [
    costOf(name, { input, cachedInput: 0, cacheWrite: 0, output }, prices),
    costOf(name, { input, cachedInput: 0, cacheWrite: input, output }, prices),
  ];
  if (rates.some((rate) => rate === undefined))
    throw new SoniError(
      "optimize.no_price",
      `A limit in money needs the price of '${name}': add it to settings.models.prices, or limit calls or tokens instead.`,
    );
  return Math.max(...rates.map((rate) => rate ?? 0));
};

/** `openai:gpt-5-mini` is `gpt-5-mini` in the list of prices. */
export const modelNameOf = ({ name }: LanguageModel): string => name.replace(/^[a-z_]+:/, "");

export const addSpent = (
  spent: Spent,
  { model, usage, attempts, isWriter }: SpentCall,
  prices: Prices,
): Omit<Spent, "minutes"> => {
  const cost = usage === null ? 0 : (usage.cost ?? costOf(modelNameOf(model), tokensOf(usage), prices));
  return {
    calls: spent.calls + attempts,
    writerCalls: spent.writerCalls + (isWriter ? attempts : 0),
    inputTokens: spent.inputTokens + (usage?.inputTokens ?? 0),
    cachedInputTokens: spent.cachedInputTokens + (usage?.cachedInputTokens ?? 0),
    outputTokens: spent.outputTokens + (usage?.outputTokens ?? 0),
    money: spent.money === null || cost === undefined ? null : sumOf(spent.money, cost),
    failures: spent.failures + (usage === null ? 1 : 0),
  };
};

/** In billionths of a dollar, which are whole: the sum does not depend on the order in which answers come. */
const sumOf = (a: number, b: number): number => (Math.round(a * 1e9) + Math.round(b * 1e9)) / 1e9;

export interface SpentCall {
  readonly model: LanguageModel;
  /** Null: it was not answered. */
  readonly usage: Usage | null;
  readonly attempts: number;
  readonly isWriter: boolean;
}

const tokensOf = ({ inputTokens, cachedInputTokens, outputTokens }: Usage) => ({
  input: inputTokens,
  cachedInput: cachedInputTokens,
  cacheWrite: 0,
  output: outputTokens,
});
