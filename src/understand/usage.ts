import type { Usage } from "../engine/state/turn.ts";

export const noUsage: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/** The cost of a sum is known only if the cost of every part that used tokens is. */
export const addUsage = (a: Usage, b: Usage): Usage => {
  const known = [a, b].filter((usage) => usage.inputTokens + usage.outputTokens > 0);
  const costs = known.flatMap((usage) => (usage.cost === undefined ? [] : [usage.cost]));
  const model = b.model ?? a.model;
  const program = a.program ?? b.program;
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(known.length > 0 && costs.length === known.length ? { cost: costs.reduce((sum, cost) => sum + cost, 0) } : {}),
    ...(model === undefined ? {} : { model }),
    ...(program === undefined ? {} : { program }),
  };
};
