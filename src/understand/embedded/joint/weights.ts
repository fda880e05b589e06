import type { Weights } from "./features.ts";
import { startWeights } from "./start-weights.ts";

export const fittedWeights: Weights = startWeights;
