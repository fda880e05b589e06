// The declarations of the package name the files that fill the unions of commands and steps, also for whoever imports nothing but this.
import "../engine/commands/list.ts";
import "../engine/steps/steps.ts";

export type { ActionCall } from "./check-turn.ts";
export type { Conversation, ConversationTurn } from "./conversation.ts";
export { conversationAsTest } from "./conversation-as-test.ts";
export { type Coverage, type CoverageOf, coverageOf, shareOf } from "./coverage.ts";
export { embeddedUnderstander } from "./embedded-understander.ts";
export { findTestFiles, loadSuite, type Way, wayOf } from "./find-conversations.ts";
export { loadConversations, parseConversations } from "./load-conversations.ts";
export { type MutateOptions, type MutationReport, mutate, type TriedMutation } from "./mutate/mutate.ts";
export type { Mutation } from "./mutate/mutations.ts";
export { type KnowledgeOf, type OwnDocuments, ownDocuments } from "./own-documents.ts";
export {
  type RecordedAnswer,
  type Recording,
  recordedUnderstander,
  recordingUnderstander,
} from "./recorded-understander.ts";
export {
  assertConversation,
  type ConversationReport,
  type Failure,
  type RunOptions,
  runConversation,
} from "./run-conversation.ts";
export { type HeldConversation, runSuite, type SuiteOptions } from "./run-suite.ts";
export { type Script, scriptedUnderstander } from "./scripted-understander.ts";
export { describeStore } from "./store-contract/store-contract.ts";
export type { OpenPlace, StorePlace } from "./store-contract/store-place.ts";
export type { TestFramework } from "./store-contract/test-framework.ts";
