import { SoniError } from "../../../engine/errors.ts";
import { featureNames, type Weights } from "./features.ts";

/** Weights from a file. One that this version does not know may have meant anything: nothing is weighed without a word. */
export function knownWeights(given: Readonly<Record<string, number>>): Partial<Weights> {
  const unknown = Object.keys(given).filter((name) => !(featureNames as readonly string[]).includes(name));
  if (unknown.length === 0) return given;
  throw new SoniError(
    "understand.unknown_weights",
    `This version has no weights named ${unknown.join(", ")}. Fit them again with 'soni optimize --for embedded'.`,
  );
}
