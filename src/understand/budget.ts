import type { Usage } from "../engine/state/turn.ts";
import type { UnderstandRequest } from "./understander.ts";

export interface BudgetLimits {
  /** Milliseconds for all attempts of all models together. */
  readonly milliseconds: number;
  readonly tokens: number;
}

/** What one turn may still spend; shared by every model that is tried in it. */
export interface TurnBudget {
  readonly deadline: number;
  tokensLeft(): number;
  spend(usage: Usage): void;
}

/** A request on its way through a chain carries the budget that the chain opened. */
export interface BudgetedRequest extends UnderstandRequest {
  readonly budget?: TurnBudget;
}

export const defaultLimits: BudgetLimits = { milliseconds: 20_000, tokens: 20_000 };

export const openBudget = (limits: BudgetLimits, now: number): TurnBudget => {
  let left = limits.tokens;
  return {
    deadline: now + limits.milliseconds,
    tokensLeft: () => left,
    spend: (usage) => {
      left -= usage.inputTokens + usage.outputTokens;
    },
  };
};

/** Rough on purpose and a little high: it only decides whether a request is worth starting. */
export const estimateTokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((characters, text) => characters + text.length, 0) / 3.5);
