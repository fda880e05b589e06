import { randomUUID } from "node:crypto";
import type { KnowledgeBase } from "../digress/knowledge-base.ts";
import type { Action, ActionFunction } from "../engine/assistant/action.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Migration } from "../engine/assistant/migration.ts";
import type { Settings } from "../engine/assistant/settings.ts";
import type { Normalizer, Validator } from "../engine/assistant/validation.ts";
import type { Command } from "../engine/commands/command.ts";
import { SoniError } from "../engine/errors.ts";
import type { Clock, Ids } from "../engine/ids.ts";
import type { JsonObject } from "../engine/json.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import type { SlotTypeCode } from "../engine/slot-types/own-type.ts";
import { findUnsound, sayUnsound } from "../engine/sound-strings.ts";
import type { DialogueState, IncomingMessage } from "../engine/state/state.ts";
import { traceOf } from "../engine/state/trace.ts";
import type { StepCode } from "../engine/steps/own.ts";
import { createHost } from "../hosts/create-host.ts";
import { normaliseText } from "../language/normalise-text.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { createModelsInUse, type ModelsInUse } from "../model/models-in-use.ts";
import { type Caller, callProjectCode, type Log } from "../project-code/call-project-code.ts";
import type { CodePlaces } from "../project-code/code-failure.ts";
import { createMemoryStore } from "../stores/memory/store.ts";
import type { Store } from "../stores/store.ts";
import { steadyClock, timeOf } from "../time/system-time.ts";
import type { ActionDefinition } from "../turn/action-definition.ts";
import type { StackLimit } from "../turn/stack-limits.ts";
import type { Stages } from "../turn/stages.ts";
import type { Understander } from "../understand/understander.ts";
import { type AbandonedSession, abandonedIn, forSilent, silenceOf } from "./abandon.ts";
import { createAttempts } from "./attempts.ts";
import { parseCommand } from "./command-schema.ts";
import { type CustomCommandDefinition, customScope, registerCommands } from "./custom-command.ts";
import { eraseConversation } from "./erase.ts";
import { guardedCheck, guardedLog, waitAtMost } from "./guarded-calls.ts";
import { healthOf } from "./health.ts";
import { lazyUnderstander } from "./lazy-understander.ts";
import { createObservers, observedStates } from "./observers.ts";
import { ownOutsideTurns } from "./own-understander.ts";
import { acceptEarly, createConversationLock, processMessage, recoverConversation } from "./process-message.ts";
import { pruneStore } from "./prune.ts";
import { publicState } from "./public-state.ts";
import { createQuarantine } from "./quarantine.ts";
import { registerActions } from "./register-actions.ts";
import { createRetentionClock } from "./retention-clock.ts";
import { showStored } from "./shown-conversation.ts";
import { createSlots } from "./slots.ts";
import type { MessageInput, Soni } from "./soni.ts";
import { turnUnderWay } from "./turn-under-way.ts";
import { writingStages } from "./writing-model.ts";

export interface SoniOptions {
  readonly assistant: Assistant;
  readonly actions?: Readonly<Record<string, ActionFunction | ActionDefinition>>;
  readonly validators?: Readonly<Record<string, Validator>>;
  readonly normalizers?: Readonly<Record<string, Normalizer>>;
  readonly commands?: Readonly<Record<string, CustomCommandDefinition>>;
  /** The project's own step types and slot types, as they were given to the assistant when it was loaded. */
  readonly steps?: Readonly<Record<string, StepCode>>;
  readonly slotTypes?: Readonly<Record<string, SlotTypeCode>>;
  readonly stackLimits?: Readonly<Record<string, StackLimit>>;
  readonly understander?: Understander;
  readonly knowledgeBase?: KnowledgeBase;
  /** Where conversations that began with an older version of the assistant go on, if names do not tell. */
  readonly migrations?: readonly Migration[];
  /** Writes the texts of `generate` steps and other wordings, instead of the model in the settings. */
  readonly writingModel?: LanguageModel;
  /** Milliseconds that a turn waits for other wordings before the templates go out. Default: 1500. */
  readonly rephraseBudget?: number;
  /**
   * Told of each session whose tasks were put aside because its user has been silent for `session_timeout`: to send a reminder, for
   * example. Once for all processes, after it is durable; should the process die right then, it is not told again.
   */
  readonly onAbandoned?: (session: AbandonedSession) => void | Promise<void>;
  /** Wraps every action: for tracing, mocking, or running it elsewhere. */
  readonly actionRunner?: (action: Action, run: ActionFunction) => ActionFunction;
  readonly store?: Store;
  /** Instead of `settings.persistence.history`. */
  readonly history?: Settings["persistence"]["history"];
  /**
   * Milliseconds after the start before a message is tried again whose last attempt ended with its process. One that ends each
   * process then leaves time between two of its attempts, in which everybody else is answered. Default: 0.
   */
  readonly retryPause?: number;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** An error is what somebody has to repair: code of the project that failed, a defect. */
  readonly log?: Log;
  /** Where each function is written, as `openSoni` finds it out: for reports of failures. */
  readonly places?: CodePlaces;
  /** What only helps to find a fault, such as providers' own words, which may quote what users said. Default: nowhere. */
  readonly debug?: (message: string, data?: JsonObject) => void;
  /** What the models of an assistant share, if parts outside of it call models too. */
  readonly models?: ModelsInUse;
}

const day = 24 * 60 * 60 * 1000;
/** Conversations that are recovered at a time: new messages need room beside them. */
const recoveredAtOnce = 4;
/** One that takes longer continues, but no longer keeps the others waiting. */
const recoveryMs = 30_000;

/** Puts an assistant to work. Everything it needs is passed in; nothing is shared between two of them. */
export function createSoni(options: SoniOptions): Soni {
  const { assistant } = options;
  const store = options.store ?? createMemoryStore();
  if (hasSecrets(assistant)) store.encrypt();
  const clock = options.clock ?? steadyClock((message, data) => log(message, data));
  const ids = options.ids ?? { next: () => randomUUID() };
  const time = timeOf(clock);
  const log = options.log === undefined ? () => undefined : guardedLog(options.log, time);
  const turnTime = assistant.settings.limits.turnSeconds * 1000;
  const callerFor = (conversationId: string | null, messageId: string | null = null): Caller => ({
    conversationId,
    messageId,
    time,
    deadline: time.now() + turnTime,
    log,
  });
  const models = options.models ?? createModelsInUse({ time });
  const debug = options.debug === undefined ? () => undefined : guardedLog(options.debug, time);
  const understander = options.understander ?? lazyUnderstander(() => openDefault(assistant, { models, log, debug }));
  const outsideTurns =
    options.understander === undefined ? understander : ownOutsideTurns(options.understander, callerFor);
  const observers = createObservers(log, time);
  const { observe, subscribe } = observers;
  const stages: Stages = {
    assistant,
    understander,
    validators: new Map(Object.entries(options.validators ?? {})),
    normalizers: new Map(Object.entries(options.normalizers ?? {})),
    actions: registerActions(assistant, options),
    customCommands: registerCommands(options.commands ?? {}),
    customCommandsInScope: customScope(options.commands ?? {}),
    steps: new Map(Object.entries(options.steps ?? {})),
    slotTypes: new Map(Object.entries(options.slotTypes ?? {})),
    stackLimits: new Map(Object.entries(options.stackLimits ?? {})),
    ...(options.knowledgeBase === undefined ? {} : { knowledgeBase: options.knowledgeBase }),
    ...writingStages(assistant, { ...options, models, log, time }),
    migrations: options.migrations ?? [],
    ledger: store,
    sentences: store.sentences,
    clock,
    time,
    stopwatch: () => time.now(),
    log,
    ...(options.places === undefined ? {} : { places: options.places }),
    observe,
  };
  const { runtime, persistence, retention: kept } = assistant.settings;
  const keepState = (options.history ?? persistence.history) === "full";
  // Not frozen, because V8 copies and serializes frozen objects slowly; every way out makes its part read-only.
  const saving = { keepTurns: kept.transcriptTurns, keepState, isImmutable: true };
  const states = observedStates(store, saving, observers);
  const host = createHost(runtime.host, stages, states.save);
  const attempts = createAttempts(store, { time, retryPause: options.retryPause ?? 0 });
  const tellAbandoned = (state: DialogueState): void => {
    const session = options.onAbandoned === undefined ? null : abandonedIn(state);
    if (session === null) return;
    const run = (): unknown => options.onAbandoned?.(session);
    const read = () => ({ ok: true, value: null }) as const;
    void callProjectCode({ port: "abandoned", name: "onAbandoned", run, read }, callerFor(state.conversationId));
  };
  const processing = { assistant, host, store, states, attempts, observe, tellAbandoned };
  const retention = createRetentionClock(store, { now: clock.now.bind(clock), running: time.now.bind(time), log });
  const lock = createConversationLock();
  const accepting = createConversationLock();
  const recovering = createSlots({ count: recoveredAtOnce, holdMs: recoveryMs });
  let closing = false;
  let owesScrub = false;

  /** A message is accepted at once, in the order of the calls, and runs when those before it are done. */
  const turn = (
    conversationId: string,
    given: Omit<IncomingMessage, "at"> & Partial<Pick<IncomingMessage, "at">>,
    { session = {}, create = true, check }: Pick<MessageInput, "session" | "create" | "check"> = {},
  ) => {
    if (closing) throw new SoniError("soni.closed", "This assistant is closing and takes no more messages.");
    const message = { at: clock.now(), ...given, ...(Object.keys(session).length === 0 ? {} : { session }) };
    const checked = check && guardedCheck(check, () => callerFor(conversationId, given.messageId));
    const incoming = { message, create, ...(checked === undefined ? {} : { check: checked }) };
    const lease = lock.isFree(conversationId) ? "take" : "leave";
    const early = accepting.run(conversationId, () => acceptEarly(processing, conversationId, { ...incoming, lease }));
    // Its failure is told when its turn comes.
    early.catch(() => undefined);
    return lock.run(conversationId, async () =>
      processMessage(processing, conversationId, { ...incoming, early: await early }),
    );
  };

  /** A conversation that cannot be read is left alone, and so is one that is in hand here; others must not wait for it. */
  const recoverOne = async (conversationId: string): Promise<number> => {
    if (closing || !lock.isFree(conversationId)) return 0;
    return lock.run(conversationId, () => recoverHeld(conversationId));
  };
  const recoverHeld = async (conversationId: string): Promise<number> => {
    try {
      return await recoverConversation(processing, conversationId);
    } catch (error) {
      log("recovery failed", { conversationId, error: error instanceof Error ? error.message : String(error) });
      return 0;
    }
  };

  const sessionTimeoutMs = assistant.settings.conversation.sessionTimeout * 1000;
  /** Whether its tasks were put aside here and now. */
  const abandonOne = async (conversationId: string): Promise<boolean> => {
    if (closing || !lock.isFree(conversationId)) return false;
    try {
      const state = (await store.read(conversationId))?.state ?? null;
      const silence = state === null ? null : silenceOf(state, { timeoutMs: sessionTimeoutMs, now: clock.now() });
      if (silence === null) return false;
      const { duplicate } = await turn(conversationId, silence.message, { create: false, check: silence.check });
      return !duplicate;
    } catch (error) {
      if (error instanceof SoniError && error.code === "session.active") return false;
      // The store as a whole is away: the same sessions are looked at again.
      if (error instanceof SoniError && error.code === "store.unavailable") throw error;
      log("session not put aside", { conversationId, error: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };

  const forget = (conversationId: string): void => {
    outsideTurns.forget?.(conversationId);
    observe({ conversationId, messageId: null, event: { type: "deleted" } });
  };
  /** What other processes have deleted meanwhile. */
  const forgetDeleted = async (): Promise<void> => {
    await store.forgetDeleted();
    for (const id of outsideTurns.remembered?.() ?? []) {
      if ((await store.lastActivity(id)) === null) outsideTurns.forget?.(id);
    }
  };
  const erase = (conversationId: string): Promise<void> =>
    lock.run(conversationId, async () => {
      await eraseConversation(store, conversationId);
      forget(conversationId);
      owesScrub = true;
    });

  const stateOf = async (conversationId: string) => (await states.read(conversationId))?.state ?? null;
  const shown = (conversationId: string) => ({ assistant, state: () => stateOf(conversationId) });
  const audit: Soni["audit"] = async (conversationId, query) =>
    showStored(await store.audit(conversationId, query), shown(conversationId));

  return {
    async processMessage(input) {
      checkMessage(input);
      const commands = input.command === undefined ? undefined : listOf(input.command).map(parseCommand);
      const message = {
        messageId: input.messageId ?? ids.next(),
        text: normaliseText(input.text),
        origin: "user" as const,
        ...(commands === undefined ? {} : { commands }),
      };
      return turn(input.conversationId, message, input);
    },
    async startFlow(input) {
      const command = parseCommand({
        type: "start_flow",
        flow: input.flow,
        ...(input.slots === undefined ? {} : { slots: input.slots }),
      });
      // Inputs are no field that channels could send. They pass the same checks as slots do.
      const given = input.inputs === undefined ? undefined : parseCommand({ ...command, slots: input.inputs });
      const inputs = given?.type === "start_flow" && given.slots !== undefined ? { inputs: given.slots } : {};
      checkMessage({ ...input, text: "" });
      return turn(
        input.conversationId,
        { messageId: input.messageId ?? ids.next(), text: "", origin: "api", commands: [{ ...command, ...inputs }] },
        input,
      );
    },
    async openConversation(input) {
      checkMessage({ ...input, text: "" });
      return turn(
        input.conversationId,
        { messageId: input.messageId ?? ids.next(), text: "", origin: "api", commands: [] },
        input,
      );
    },
    async releaseHandoff(conversationId) {
      checkMessage({ conversationId, text: "" });
      return turn(conversationId, {
        messageId: ids.next(),
        text: "",
        origin: "api",
        commands: [{ type: "release_handoff" }],
      });
    },
    async getState(conversationId) {
      const state = await stateOf(conversationId);
      return state === null ? null : publicState(state, assistant);
    },
    async transcript(conversationId, { secrets = "masked", ...query } = {}) {
      return showStored(await store.transcript(conversationId, query), shown(conversationId), { secrets });
    },
    async turnUnderWay(conversationId, options) {
      return turnUnderWay(await stateOf(conversationId), { assistant, sentences: store.sentences }, options);
    },
    audit,
    async trace(conversationId, query) {
      return (await audit(conversationId, query)).flatMap(traceOf);
    },
    conversations: (query) => store.conversations(query),
    turnCounts: (conversationIds) => store.turnCounts(conversationIds),
    async deleteConversation(conversationId) {
      await erase(conversationId);
      await store.scrub("quick");
    },
    async deleteConversations({ prefix }) {
      const ids = await store.conversationIds(prefix);
      for (const id of ids) await erase(id);
      await store.scrub("quick");
      return ids;
    },
    async prune({ cautious = false } = {}) {
      const reached = await retention.reach(cautious ? "by_running" : "at_once");
      const pruned = await pruneStore(store, reached - assistant.settings.retention.transcriptDays * day);
      for (const conversationId of pruned.conversations) forget(conversationId);
      await forgetDeleted();
      await store.scrub(owesScrub ? "bounded" : "quick");
      owesScrub = false;
      return pruned;
    },
    quarantine: createQuarantine(
      { store, assistant },
      (conversationId, message) => turn(conversationId, message),
      () => clock.now(),
    ),
    observe: subscribe,
    health: () => healthOf(store, outsideTurns),
    understanding: () => outsideTurns.figures?.() ?? null,
    async abandon() {
      let count = 0;
      await forSilent(store, clock.now() - sessionTimeoutMs - 1, async ({ conversationId }) => {
        if (await recovering.run(1, () => abandonOne(conversationId))) count += 1;
      });
      return count;
    },
    models: () => models.figures(),
    async recover() {
      await attempts.settle();
      const open = await store.openConversations();
      const counts = await Promise.all(open.map((id) => recovering.run(1, () => recoverOne(id))));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async close() {
      closing = true;
      // Turns that are not done by then are durable; the next process finishes them.
      if (!(await waitAtMost(lock.idle(), turnTime, time))) log("closed before all turns were done");
      await outsideTurns.close?.();
      await store.close();
    },
  };
}

async function openDefault(
  { settings }: Assistant,
  given: { readonly models: ModelsInUse; readonly log: Stages["log"]; readonly debug: Stages["log"] },
): Promise<Understander> {
  const { defaultUnderstander } = await import("./default-understander.ts");
  return defaultUnderstander({ settings, environment: process.env, ...given });
}

const listOf = (command: Command | readonly Command[]): readonly Command[] =>
  Array.isArray(command) ? command : [command as Command];

const idPattern = /^[\w.:@-]{1,200}$/;

/** A longer text is refused unread. The assistant's own limit is told by the reply. */
const longestText = 100_000;
const longestValue = 10_000;

/** Refuses what cannot be a message, before anything is stored. Length and emptiness are the conversation's business. */
export function checkMessage(input: {
  readonly conversationId: string;
  readonly text: string;
  readonly messageId?: string;
  readonly session?: JsonObject;
}): void {
  if (typeof input.conversationId !== "string" || !idPattern.test(input.conversationId)) {
    throw new SoniError("conversation.bad_id", "A conversation id has 1 to 200 letters, digits or . : @ _ -");
  }
  if (input.messageId !== undefined && (typeof input.messageId !== "string" || !idPattern.test(input.messageId))) {
    throw new SoniError("message.bad_id", "A message id has 1 to 200 letters, digits or . : @ _ -");
  }
  if (typeof input.text !== "string")
    throw new SoniError("message.not_text", "A message needs a text; an empty one is allowed with commands.");
  if (input.text.length > longestText)
    throw new SoniError("message.too_long", `A text has at most ${longestText} characters.`);
  const unsound = findUnsound(input.session, { length: longestValue });
  if (unsound !== null) throw new SoniError("session.invalid", `The session cannot be stored. ${sayUnsound(unsound)}`);
  if (!input.text.isWellFormed())
    throw new SoniError("message.malformed", "The text holds half a character (a lone surrogate).");
}
