import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Soni } from "../runtime/soni.ts";
import type { Gatekeeper } from "./access/authenticate.ts";
import type { Background } from "./background/background.ts";
import type { LiveEvents } from "./live.ts";
import type { PrincipalRates } from "./rate.ts";
import type { ReadBudget } from "./read-budget.ts";
import type { Metrics } from "./telemetry.ts";
import type { TurnGate } from "./turn-gate.ts";

/** What routes, sockets and doors share. */
export interface ServerContext {
  readonly soni: Soni;
  readonly assistant: Assistant;
  /** What the page shows as the assistant's name. */
  readonly name: string;
  readonly gatekeeper: Gatekeeper;
  readonly rates: PrincipalRates;
  /** Whose conversations may be meant by a user's name, or by the name that a service gives to a user. */
  readonly ownersOf: (user: string, service?: string) => readonly string[];
  readonly live: LiveEvents;
  readonly gate: TurnGate;
  readonly reads: ReadBudget;
  readonly metrics: Metrics;
  /** Null: every message is answered at once. */
  readonly background: Background | null;
  /** Origins whose pages may use the server, besides its own and those of site keys. */
  readonly origins: ReadonlySet<string>;
}
