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
export type { VectorPort } from "./digress/knowledge/vector-port.ts";
export type { KnowledgeBase, Passage } from "./digress/knowledge-base.ts";
export type { Action, ActionContext, ActionFunction } from "./domain/action.ts";
export type { Assistant } from "./domain/assistant.ts";
export type { BuiltInCommand, Command, CommandResult, CommandType, RefusalCode } from "./domain/command.ts";
export type { ConversationState } from "./domain/conversation-state.ts";
export type { CustomCommandEffect, CustomCommandHandler } from "./domain/custom-command.ts";
export { SoniError } from "./domain/errors.ts";
export type { ConversationEvent, Observed, TurnEvent } from "./domain/event.ts";
export type { Clock, Ids } from "./domain/ids.ts";
export type { Json, JsonObject } from "./domain/json.ts";
export type { Migration } from "./domain/migration.ts";
export type { Notice, Observer } from "./domain/observe.ts";
export type { PublicState, TurnResult } from "./domain/public-state.ts";
export type { QuarantinedMessage, QuarantineEntry, QuarantineQuery } from "./domain/quarantine.ts";
export type { Provenance, SlotType } from "./domain/slot.ts";
export type { Frame, Pending } from "./domain/state.ts";
export type {
  AuditEntry,
  ConversationQuery,
  ConversationSummary,
  StoredState,
  TranscriptEntry,
  TurnQuery,
} from "./domain/store.ts";
export type { MessageSource, OutgoingMessage, Usage } from "./domain/turn.ts";
export type { Ui, UiButton, UiCard } from "./domain/ui.ts";
export type { Normalizer, ValidationContext, Validator } from "./domain/validation.ts";
export type { ActionDefinition } from "./graph/action-definition.ts";
export type { FinishReason, GenerateRequest, Generation, LanguageModel } from "./model/language-model.ts";
export { asPlainText, numberedChoices } from "./respond/plain-text.ts";
export { AssistantError } from "./runtime/assistant-error.ts";
export { createSoni, type SoniOptions } from "./runtime/create-soni.ts";
export type { CustomCommandDefinition } from "./runtime/custom-command.ts";
export { type ActionContracts, type Actions, defineActions } from "./runtime/define-actions.ts";
export { type GuardOptions, guardProcess, type ProcessGuard } from "./runtime/guard-process.ts";
export { type OpenedSoni, type OpenSoniOptions, openSoni } from "./runtime/open-soni.ts";
export type { Quarantine } from "./runtime/quarantine.ts";
export type { MessageInput, OpenConversationInput, Soni, StartFlowInput } from "./runtime/soni.ts";
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
export type {
  Understander,
  Understanding,
  UnderstandingContext,
  UnderstandRequest,
} from "./understand/understander.ts";
