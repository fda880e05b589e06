import type { Assistant } from "../assistant/assistant.ts";
import type { Constraint } from "../assistant/slot.ts";
import type { JsonObject } from "../json.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";

/** What a replay in a copy met. */
export interface Trial {
  /** Done effects, by their places. */
  readonly met: Set<string>;
  /** The first answer that breaks a rule. */
  broken: BrokenRule | null;
}

export interface BrokenRule {
  readonly slot: string;
  readonly constraint: Constraint | null;
  /** Words of a validator. */
  readonly text?: string | undefined;
}

/** The part of a trial that records no events. A live run of the same task takes it over instead of replaying it again. */
export interface SilentRun {
  readonly task: Task;
  readonly from: DialogueState;
  readonly to: DialogueState;
  /** Texts that changed on the way. */
  readonly said: readonly Outcome[];
}

/** What the pure part of a turn may know besides the state: passed in, never global. */
export interface TurnContext {
  readonly assistant: Assistant;
  /** Milliseconds since 1970; the same for the whole turn. */
  readonly now: number;
  /** What the current step saw outside of its task when it first ran, by path. */
  readonly seen?: JsonObject;
  /** Given where a changed answer is only tried: what came of it is noted here. */
  readonly trial?: Trial;
  /** The last trial of this turn. */
  readonly tried?: { run: SilentRun | null };
}
