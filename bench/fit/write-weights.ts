import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { featureNames } from "../../src/understand/embedded/joint/features.ts";

export const weightsFile = join(import.meta.dirname, "../../src/understand/embedded/joint/weights.ts");

/** The table as source text. Three digits: more say nothing, and differ between machines. */
export const weightsSource = (
  weights: Readonly<Record<string, number>>,
  fittedOn: readonly string[],
): string => `import type { Weights } from "./features.ts";
import { startWeights } from "./start-weights.ts";

/**
 * What each feature is worth, in logits. \`npm run fit\` writes this file: do not edit it.
${fittedOn.map((line) => ` * ${line}`).join("\n")}
 */
const fitted: Partial<Weights> = {
${featureNames.map((name) => `  ${name}: ${Number((weights[name] ?? 0).toFixed(3))},`).join("\n")}
};

/** A feature that is newer than the fit has the weight that was set by hand. */
export const fittedWeights: Weights = { ...startWeights, ...fitted };
`;

export function writeWeights(source: string): boolean {
  const isNew = readFileSync(weightsFile, "utf8") !== source;
  if (isNew) writeFileSync(weightsFile, source);
  return isNew;
}
