import type { Assistant } from "../domain/assistant.ts";
import type { Soni } from "../runtime/soni.ts";
import type { Authenticate } from "./access/authenticate.ts";
import type { Background } from "./background/background.ts";
import type { LiveEvents } from "./live.ts";
import type { Metrics } from "./metrics.ts";
import type { ReadBudget } from "./read-budget.ts";
import type { TurnGate } from "./turn-gate.ts";

/** What routes, sockets and doors share. */
export interface ServerContext {
  readonly soni: Soni;
  readonly assistant: Assistant;
  /** What the page shows as the assistant's name. */
  readonly name: string;
  readonly authenticate: Authenticate;
  /** Whose conversations may be meant by a user's name. */
  readonly ownersOf: (user: string) => readonly string[];
  readonly live: LiveEvents;
  readonly gate: TurnGate;
  readonly reads: ReadBudget;
  readonly metrics: Metrics;
  /** Null: every message is answered at once. */
  readonly background: Background | null;
  /** Origins whose pages may use the server, besides its own. */
  readonly origins: ReadonlySet<string>;
}
