import type { Command, CommandResult, PublicState, TurnEvent } from "../../src/index.ts";
import type { Plan } from "./plan.ts";
import type { Call } from "./world.ts";

/** What the user sends at once, maybe after a silence that is longer than the session's timeout. */
export interface Message {
  readonly commands: readonly Command[];
  readonly silence?: true;
}

/** One message and all that could be seen of it from outside. */
export interface Turn {
  readonly sent: readonly Command[];
  readonly silence: boolean;
  readonly results: readonly CommandResult[];
  readonly texts: readonly string[];
  readonly events: readonly TurnEvent[];
  readonly calls: readonly Call[];
  /** Null before the first message. */
  readonly before: PublicState | null;
  readonly after: PublicState;
}

export interface Conversation {
  readonly plan: Plan;
  readonly turns: readonly Turn[];
  /** What the last message threw, if it did. */
  readonly thrown?: string;
}

export interface Violation {
  readonly invariant: string;
  /** A few words; cases with the same words are of the same kind. */
  readonly kind: string;
  readonly detail: string;
}
