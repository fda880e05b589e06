import type { OwnSlotTypes } from "../engine/slot-types/own-type.ts";
import type { OwnSteps } from "../engine/steps/own.ts";

/** What code has registered, so that names in YAML can be checked against it; what is absent is not checked. */
export interface LoadOptions {
  readonly actions?: Iterable<string>;
  readonly validators?: Iterable<string>;
  readonly normalizers?: Iterable<string>;
  /** Strategies besides `cancel_oldest` and `reject_new`. */
  readonly stackLimits?: Iterable<string>;
  /** The project's own step types and slot types. */
  readonly steps?: OwnSteps;
  readonly slotTypes?: OwnSlotTypes;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Optional packages that are installed; set by `loadAssistant` where `env` is given. */
  readonly packages?: Iterable<string>;
  /** Whether the assistant's folder holds a file; set by `loadAssistant`. */
  readonly fileExists?: (path: string) => boolean;
}
