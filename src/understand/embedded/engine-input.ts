import type { Command } from "../../domain/command.ts";
import type { SlotInScope, UnderstandingContext } from "../understander.ts";

/** What a caller may know beyond the context of the port; benches do, the runtime need not. */
export interface EngineHints {
  /** Other slots that the assistant asked for in the same breath. */
  readonly alsoAwaited?: readonly string[];
  /** Values that the assistant has just shown, by slot. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Slots that the user may ask about but not set. */
  readonly askable?: readonly SlotInScope[];
  /** What awaits a confirmation is an offer: wishes that differ from it ask for another one. */
  readonly offer?: boolean;
}

export interface EngineInput {
  readonly message: string;
  readonly context: UnderstandingContext;
  readonly hints?: EngineHints;
}

/** A command with the words that gave its value. */
export interface FoundCommand {
  readonly command: Command;
  readonly text?: string;
}

export interface EngineResult {
  readonly found: readonly FoundCommand[];
  readonly confidence: number;
}
