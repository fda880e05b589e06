import type { OwnSlotTypes } from "../engine/slot-types/own-type.ts";
import type { OwnSteps } from "../engine/steps/own.ts";

/** The words that a project adds to the language. */
export interface OwnWords {
  readonly steps?: OwnSteps;
  readonly slotTypes?: OwnSlotTypes;
}

/** What code has registered, so that names in YAML can be checked against it; what is absent is not checked. */
export interface LoadOptions extends OwnWords {
  readonly actions?: Iterable<string>;
  readonly validators?: Iterable<string>;
  readonly normalizers?: Iterable<string>;
  /** Strategies besides `cancel_oldest` and `reject_new`. */
  readonly stackLimits?: Iterable<string>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Optional packages that are installed; set by `loadAssistant` where `env` is given. */
  readonly packages?: Iterable<string>;
  /** Whether the assistant's folder holds a file; set by `loadAssistant`. */
  readonly fileExists?: (path: string) => boolean;
  /** The text of a file in the assistant's folder, null if there is none; set by `loadAssistant`. */
  readonly readFile?: (path: string) => string | null;
}
