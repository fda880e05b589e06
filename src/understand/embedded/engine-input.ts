import type { Command } from "../../engine/commands/command.ts";
import type { Evidence, Rival } from "../../engine/state/evidence.ts";
import type { UnderstandingContext } from "../understander.ts";

export interface EngineInput {
  readonly message: string;
  readonly context: UnderstandingContext;
}

export interface EngineResult {
  /** Each with its probability, values with their alternatives. */
  readonly commands: readonly Command[];
  /** The probability that the commands are all that was meant. */
  readonly confidence: number;
  readonly rivals: readonly Rival[];
  readonly evidence: readonly Evidence[];
}
