import type { Effort, SearchName } from "../../optimize/search/search.ts";

/** What the command line says. */
export interface OptimizeOptions {
  /** What is improved: the prompts of a model, or the weights of the embedded understander. */
  readonly for: "model" | "embedded";
  readonly with: SearchName;
  readonly data?: string;
  readonly model?: string;
  readonly reflect?: string;
  readonly auto: Effort;
  /** `f1`, `exact`, or a file whose default export is one. */
  readonly metric: string;
  readonly budgetCalls?: number;
  readonly budgetTokens?: number;
  readonly budgetCost?: number;
  readonly budgetMinutes?: number;
  readonly maxCostIncrease: number;
  readonly maxLoss: number;
  readonly seed: number;
  readonly concurrency: number;
  readonly learnFromConversations?: true;
  readonly estimate?: true;
  readonly resume?: true;
  readonly json?: true;
}
