import type { KnowledgeBase } from "../digress/knowledge-base.ts";
import type { ActionLedger } from "../engine/assistant/action.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { CustomCommandEffect, CustomCommandView } from "../engine/assistant/custom-command.ts";
import type { Migration } from "../engine/assistant/migration.ts";
import type { Normalizer, Validator } from "../engine/assistant/validation.ts";
import type { StackLimit } from "../engine/flow/stack-limit.ts";
import type { TurnContext } from "../engine/flow/turn-context.ts";
import type { Clock } from "../engine/ids.ts";
import type { JsonObject } from "../engine/json.ts";
import type { TextMask } from "../engine/secrets/mask.ts";
import type { Tell } from "../engine/state/observe.ts";
import type { Time } from "../engine/time.ts";
import type { Caller } from "../project-code/call-project-code.ts";
import type { Reading } from "../project-code/plain-copy.ts";
import type { Rephraser } from "../respond/rephrase.ts";
import type { TextWriter } from "../respond/write-text.ts";
import type { CustomCommandInScope, Understander } from "../understand/understander.ts";
import type { ActionDefinition } from "./action-definition.ts";

/** A project's own command: its code, and how its answer is read. */
export interface RegisteredCommand {
  readonly run: (given: JsonObject, view: CustomCommandView) => unknown;
  readonly read: (answer: unknown) => Reading<CustomCommandEffect>;
}

/** Everything that the stages of a turn need besides the state. Built once per assistant. */
export interface Stages {
  readonly assistant: Assistant;
  readonly understander: Understander;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  readonly customCommands: ReadonlyMap<string, RegisteredCommand>;
  readonly customCommandsInScope: readonly CustomCommandInScope[];
  /** The project's own. */
  readonly stackLimits: ReadonlyMap<string, StackLimit>;
  readonly knowledgeBase?: KnowledgeBase;
  /** Where a model that writes is configured. */
  readonly rephrase?: Rephraser;
  readonly write?: TextWriter;
  /** Where conversations of older versions go on, for what names alone do not tell. */
  readonly migrations: readonly Migration[];
  readonly ledger: ActionLedger;
  readonly clock: Clock;
  readonly time: Time;
  /** Milliseconds from any start; only ever subtracted. */
  readonly stopwatch: () => number;
  readonly log: (message: string, data?: JsonObject) => void;
  /** What `log` masks by, in a turn of an assistant with secrets. */
  readonly mask?: TextMask | undefined;
  /** Told what happens while it happens. Never throws. */
  readonly observe: Tell;
  /** The last trial of the turn, while there is one. */
  readonly tried?: NonNullable<TurnContext["tried"]>;
}

/** The stages of one stretch of a turn, which may call project code until the turn's time is up. */
export interface TurnStages extends Stages {
  readonly caller: Caller;
}
