import type { KnowledgeBase } from "../digress/knowledge-base.ts";
import type { ActionLedger } from "../engine/assistant/action.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { CustomCommandEffect, CustomCommandView } from "../engine/assistant/custom-command.ts";
import type { Migration } from "../engine/assistant/migration.ts";
import type { Normalizer, Validator } from "../engine/assistant/validation.ts";
import type { StackLimit } from "../engine/flow/stack-limit.ts";
import type { TurnContext } from "../engine/flow/turn-context.ts";
import type { Clock } from "../engine/ids.ts";
import { type JsonObject, withEntry } from "../engine/json.ts";
import { isTelling } from "../engine/secrets/find-secrets.ts";
import {
  awaitedSecret,
  hasSecrets,
  maskKnown,
  sensitiveSlots,
  type TextMask,
  withHeldSecrets,
} from "../engine/secrets/mask.ts";
import { rememberValue, type Vault } from "../engine/secrets/vault.ts";
import type { SlotTypeCode } from "../engine/slot-types/own-type.ts";
import type { Change } from "../engine/state/change.ts";
import type { Observed } from "../engine/state/event.ts";
import type { Tell } from "../engine/state/observe.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState, TurnInProgress } from "../engine/state/state.ts";
import type { SentenceLog } from "../engine/state/turn.ts";
import type { StepCode } from "../engine/steps/own.ts";
import type { Time } from "../engine/time.ts";
import type { Caller, Log } from "../project-code/call-project-code.ts";
import type { AuthorView, CodeFailure, CodePlaces } from "../project-code/code-failure.ts";
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
  readonly steps: ReadonlyMap<string, StepCode>;
  readonly slotTypes: ReadonlyMap<string, SlotTypeCode>;
  readonly stackLimits: ReadonlyMap<string, StackLimit>;
  readonly knowledgeBase?: KnowledgeBase;
  /** Where a model that writes is configured. */
  readonly rephrase?: Rephraser;
  readonly write?: TextWriter;
  /** Where conversations of older versions go on, for what names alone do not tell. */
  readonly migrations: readonly Migration[];
  readonly ledger: ActionLedger;
  readonly sentences: SentenceLog;
  readonly clock: Clock;
  readonly time: Time;
  /** Milliseconds from any start; only ever subtracted. */
  readonly stopwatch: () => number;
  readonly log: Log;
  /** Where each function of the project is written, if its files are known. */
  readonly places?: CodePlaces;
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

export const workOn = (state: DialogueState): Change => ({ state, say: [] });

export const withOutcomes = (work: Change, say: readonly Outcome[]): Change =>
  say.length === 0 ? work : { ...work, say: [...work.say, ...say] };

export const changeTurn = (state: DialogueState, change: Partial<TurnInProgress>): DialogueState =>
  state.turn === null ? state : { ...state, turn: { ...state.turn, ...change } };

/** Texts are told next: before anything else happens, the state that names them is saved. */
export const isWriting = ({ turn }: DialogueState): boolean => turn?.writing !== undefined;

/** An action runs next, and not before what was said is told. */
export const isActionWanted = (state: DialogueState): boolean =>
  state.turn?.action?.result === null && !isWriting(state);

/**
 * States that a turn can be continued from: its end, and the ones before an action starts or texts are told. After an action the ledger
 * has its result, so the same state is continued with it.
 */
export const isDurablePoint = (state: DialogueState): boolean =>
  state.turn === null || state.turn.action?.result === null || isWriting(state);

/** The clock of a turn is the moment its message was accepted: running it again gives the same. */
export const contextOf = (state: DialogueState, stages: Pick<Stages, "assistant" | "tried">): TurnContext => ({
  assistant: stages.assistant,
  now: state.turn?.message.at ?? state.lastActiveAt,
  ...(stages.tried === undefined ? {} : { tried: stages.tried }),
});

/** Questions belong at the end of a turn; one asked before the last command has run is stale. */
export const isQuestion = (outcome: Outcome): boolean =>
  outcome.kind === "slot_asked" ||
  outcome.kind === "confirmation_asked" ||
  (outcome.kind === "pattern" && outcome.pattern.startsWith("ask_"));

/** Tells observers what happens in the turn of this state. */
export const observing =
  (state: DialogueState, { observe }: Pick<Stages, "observe">) =>
  (event: Observed, vault?: Vault): void =>
    observe({ conversationId: state.conversationId, messageId: state.turn?.message.messageId ?? null, event }, vault);

type Timing = Readonly<Record<string, number>>;

/** Adds the time that a stage took; a stage may run several times in a turn. In tenths of a millisecond. */
export const addTime = (timing: Timing, stage: string, milliseconds: number): Timing =>
  withEntry(timing, stage, Math.round(((timing[stage] ?? 0) + milliseconds) * 10) / 10);

export const timeIn = (timing: Timing): number =>
  Object.keys(timing).reduce((sum, stage) => sum + (timing[stage] ?? 0), 0);

/**
 * A turn has `limits.turn_seconds` for everything that it waits for, actions excepted: those have the time that their
 * author declared, so what they took is not counted. A later stretch has what the earlier ones left.
 */
export function turnCaller(
  { conversationId, turn, turnCount }: DialogueState,
  stages: Pick<Stages, "assistant" | "time" | "log" | "mask" | "places">,
  tell?: (failure: CodeFailure) => void,
): Caller {
  const { assistant, time, log, mask } = stages;
  const timing = turn?.timing ?? {};
  const used = timeIn(timing) - (timing["action"] ?? 0);
  const deadline = time.now() + assistant.settings.limits.turnSeconds * 1000 - used;
  const author = authorView(stages, {
    ...(turn === null ? {} : { turn: turn.understood ? turnCount : turnCount + 1 }),
    ...(tell && { tell }),
  });
  return { conversationId, messageId: turn?.message.messageId ?? null, time, deadline, log, mask, author };
}

/** What the author of the project's code is told of its failures. */
export const authorView = (
  { assistant, places = {} }: Pick<Stages, "assistant" | "places">,
  told: Pick<AuthorView, "turn" | "tell">,
): AuthorView => ({ places, sensitive: sensitiveSlots(assistant), ...told });

/**
 * An error of project code often quotes the value that it could not take. In the log of a turn the secrets that are known are
 * masked, and so is whatever in the user's message may be one: what answers the question for a secret, and codes. Until the
 * message has been read, every word of it may be one.
 */
export function withMaskedLog(state: DialogueState, stages: Stages): Stages {
  const { assistant, log } = stages;
  if (!hasSecrets(assistant)) return stages;
  // Most turns log nothing.
  const masks = once(() => masksOf(state, stages));
  const mask: TextMask = { text: (text) => masks().known.text(text), data: (data) => masks().all.data(data) };
  return {
    ...stages,
    mask,
    log: (message, data, level) => log(mask.text(message), data === undefined ? undefined : mask.data(data), level),
  };
}

/** For the next stretch of a turn: by now the conversation has secrets that it did not have when the turn began. */
export function withMaskedCalls(state: DialogueState, stages: TurnStages): TurnStages {
  if (!hasSecrets(stages.assistant)) return stages;
  const { log, mask } = withMaskedLog(state, stages);
  return { ...stages, log, mask, caller: { ...stages.caller, log, mask } };
}

/** `known` leaves the words alone that only may be secrets: a log's own messages are made of words. */
function masksOf(state: DialogueState, { assistant }: Stages): { readonly known: TextMask; readonly all: TextMask } {
  const text = state.turn?.message.text ?? "";
  const isAsked = awaitedSecret(state, assistant) !== null;
  const isUnread = state.turn?.understood === false;
  const words = text.split(/\s+/).filter(isTelling);
  const codes = isAsked ? [text, ...words] : words.filter((word) => /\p{N}/u.test(word));
  const at = state.lastActiveAt;
  const vault = rememberValue(withHeldSecrets(state, assistant).vault, codes, { at });
  return {
    known: maskKnown(vault),
    all: maskKnown(isUnread ? rememberValue(vault, [text, ...words], { at }) : vault),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
