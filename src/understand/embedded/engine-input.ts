import type { Command } from "../../engine/commands/command.ts";
import type { SlotInScope, UnderstandingContext } from "../understander.ts";
import type { ActType } from "./acts/act.ts";

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
  /** Never answer with a question which flow is meant. */
  readonly decides?: boolean;
  /** The message is known to start a flow: the first of a dialogue. */
  readonly mustStart?: boolean;
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
  /** For a started flow: what fills it, in the order of the text. */
  readonly values?: readonly FoundCommand[];
}

export interface EngineResult {
  readonly found: readonly FoundCommand[];
  /** What the message does besides: acts of every sentence, in order. */
  readonly acts: readonly ActType[];
  /** It asks for something other than what was offered. */
  readonly alternatives: boolean;
  readonly confidence: number;
}
