// The declarations of the package name the files that fill the unions of commands and steps.
import "./engine/commands/list.ts";
import "./engine/steps/steps.ts";

export { type Finding, formatFinding, hasErrors } from "./config/finding.ts";
export { loadAssistant } from "./config/load.ts";
export { loadProject, type Project } from "./config/load-project.ts";
export type { LoadOptions } from "./config/options.ts";
export { type Loaded, parseAssistant } from "./config/parse-assistant.ts";
export type { SourceText } from "./config/source.ts";
export {
  createEmbeddedKnowledgeBase,
  type EmbeddedKnowledgeBase,
  type EmbeddedKnowledgeOptions,
} from "./digress/knowledge/create-embedded-knowledge-base.ts";
export {
  createGroundedKnowledgeBase,
  type GroundedKnowledgeOptions,
} from "./digress/knowledge/create-grounded-knowledge-base.ts";
export { createHttpKnowledgeBase, type HttpKnowledgeOptions } from "./digress/knowledge/create-http-knowledge-base.ts";
export { createPgvectorStore, type PgvectorOptions } from "./digress/knowledge/create-pgvector-store.ts";
export {
  createStoredKnowledgeBase,
  type StoredKnowledgeBase,
  type StoredKnowledgeOptions,
} from "./digress/knowledge/create-stored-knowledge-base.ts";
export type { VectorPort } from "./digress/knowledge/vector-port.ts";
export type { FoundPassage, StoredPassage, VectorStore } from "./digress/knowledge/vector-store.ts";
export type { KnowledgeBase, Passage, SearchOptions } from "./digress/knowledge-base.ts";
export type { Action, ActionContext, ActionFunction } from "./engine/assistant/action.ts";
export type { Assistant } from "./engine/assistant/assistant.ts";
export type { CustomCommandEffect, CustomCommandHandler } from "./engine/assistant/custom-command.ts";
export type { Migration } from "./engine/assistant/migration.ts";
export type {
  Demonstration,
  ProgramOptions,
  PromptProgram,
  PromptSection,
  RephraseSection,
} from "./engine/assistant/prompt-program.ts";
export type { Provenance } from "./engine/assistant/slot.ts";
export type { Ui, UiButton, UiCard, UiSource } from "./engine/assistant/ui.ts";
export type { Normalizer, ValidationContext, Validator } from "./engine/assistant/validation.ts";
export type {
  Alternative,
  Command,
  CommandOf,
  CommandResult,
  CommandType,
  RefusalCode,
} from "./engine/commands/command.ts";
export { SoniError } from "./engine/errors.ts";
export type { StackLimit, StackLimitDecision } from "./engine/flow/stack-limit.ts";
export type { Clock, Ids } from "./engine/ids.ts";
export type { Json, JsonObject } from "./engine/json.ts";
export type { SlotTypeCode, SlotTypeContext } from "./engine/slot-types/own-type.ts";
export type { SlotType } from "./engine/slot-types/slot-types.ts";
export type { ConversationState } from "./engine/state/conversation-state.ts";
export type { ConversationEvent, Observed, TurnEvent } from "./engine/state/event.ts";
export type { Evidence, Rival } from "./engine/state/evidence.ts";
export type { Notice, Observer } from "./engine/state/observe.ts";
export type { PublicState, TurnResult } from "./engine/state/public-state.ts";
export type { QuarantinedMessage, QuarantineEntry, QuarantineQuery } from "./engine/state/quarantine.ts";
export type { Frame, Pending } from "./engine/state/state.ts";
export type {
  AuditEntry,
  ConversationQuery,
  ConversationSummary,
  StoredState,
  TranscriptEntry,
  TurnQuery,
} from "./engine/state/store.ts";
export type { MessageSource, OutgoingMessage, Usage } from "./engine/state/turn.ts";
export type { StepCode, StepCodeContext, StepResult } from "./engine/steps/own.ts";
export type { FinishReason, GenerateRequest, Generation, LanguageModel } from "./model/language-model.ts";
export {
  type CommandWeights,
  commandF1,
  exactCommands,
  type Judged,
  type Judging,
  type Metric,
  withTokens,
} from "./optimize/metrics/metric.ts";
export { asPlainText, numberedChoices } from "./respond/plain-text.ts";
export type { AbandonedSession } from "./runtime/abandon.ts";
export { AssistantError } from "./runtime/assistant-error.ts";
export type {
  ActionsOf,
  AnyAssistant,
  AssistantTypes,
  CommandIn,
  NormalizersOf,
  SoniOf,
  StateOf,
  ValidatorsOf,
} from "./runtime/assistant-types.ts";
export { createSoni, type SoniOptions } from "./runtime/create-soni.ts";
export type { CustomCommandDefinition } from "./runtime/custom-command.ts";
export {
  type ActionContracts,
  type Actions,
  defineActions,
  defineNormalizers,
  defineValidators,
} from "./runtime/define-actions.ts";
export { defineCommand, defineSlotType, defineStep } from "./runtime/define-own.ts";
export { type GuardOptions, guardProcess, type ProcessGuard } from "./runtime/guard-process.ts";
export { type OpenedSoni, type OpenSoniOptions, openSoni } from "./runtime/open-soni.ts";
export type { Quarantine } from "./runtime/quarantine.ts";
export type { MessageInput, OpenConversationInput, Soni, StartFlowInput } from "./runtime/soni.ts";
export type { TurnUnderWay } from "./runtime/turn-under-way.ts";
export { createStore } from "./stores/create-store.ts";
export { createMemoryStore } from "./stores/memory/store.ts";
export { createPostgresStore, type PostgresStoreOptions } from "./stores/postgres/store.ts";
export { createRedisStore, type RedisStoreOptions } from "./stores/redis/store.ts";
export type {
  AttemptRows,
  Commit,
  CommitLease,
  InsertedMessage,
  InsertWish,
  LeaseAnswer,
  LeaseRequest,
  LeaseRow,
  LeaseRows,
  MarkRows,
  MessageRow,
  QuarantineRow,
  QuarantineRows,
  StateRow,
  StoreRows,
  TurnRow,
} from "./stores/rows.ts";
export { createSqliteStore, type SqliteStoreOptions } from "./stores/sqlite/store.ts";
export type { Store, StoreOptions } from "./stores/store.ts";
export type { ActionDefinition } from "./turn/action-definition.ts";
export type {
  Understander,
  Understanding,
  UnderstandingContext,
  UnderstandRequest,
} from "./understand/understander.ts";
