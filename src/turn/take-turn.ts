import type { ActionResult } from "../engine/assistant/action.ts";
import { adaptTo } from "../engine/flow/adapt.ts";
import { enterBySystem } from "../engine/flow/enter.ts";
import { withError } from "../engine/flow/error.ts";
import { topFrame } from "../engine/flow/frames.ts";
import { findTask, isAffirmed, note } from "../engine/flow/tasks.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import { redactTurn } from "../engine/secrets/redact-turn.ts";
import { referenceTo } from "../engine/secrets/references.ts";
import { remember } from "../engine/secrets/vault.ts";
import type { Change } from "../engine/state/change.ts";
import type { Reply } from "../engine/state/event.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState, IncomingMessage, PendingAction, Writing } from "../engine/state/state.ts";
import type { CodeFailure } from "../project-code/code-failure.ts";
import { renderOutcomes } from "../respond/render.ts";
import { adaptConversation, tellWhatChanged } from "./adapt-conversation.ts";
import { askInDoubt } from "./ask-in-doubt.ts";
import { beginTurn } from "./begin-turn.ts";
import { executeCommand } from "./execute-command.ts";
import { closeTurn, finishTurn, settle, suspendTurn } from "./finish-turn.ts";
import { applyHandoffResult } from "./hand-off.ts";
import { mistypedOutputs } from "./mistyped-outputs.ts";
import { runPatternFlows, startPatternFlow } from "./pattern-flow.ts";
import { checkProgress, isBackFromSilence } from "./progress.ts";
import { recordedResult } from "./run-action.ts";
import { runSteps } from "./run-steps.ts";
import { speak } from "./speak.ts";
import {
  addTime,
  changeTurn,
  contextOf,
  isQuestion,
  isWriting,
  observing,
  type Stages,
  type TurnStages,
  timeIn,
  turnCaller,
  withMaskedCalls,
  withMaskedLog,
  workOn,
} from "./stages.ts";
import { understandInTime, understandMessage } from "./understand-message.ts";

/**
 * One stretch of a turn, from a new message, an action's result or texts that were told to the next of these or the end. Harmless
 * to run again: nothing leaves the process, and nothing is durable until the graph saves what is returned. `after`: what comes
 * after the texts, if there were any.
 */
export async function takeTurn(
  start: DialogueState,
  given: Stages,
  after: Writing["next"] | null = null,
): Promise<DialogueState> {
  const { turn } = start;
  if (turn === null) return start;
  const failures: CodeFailure[] = [];
  const caller = turnCaller(start, given, (failure) => failures.push(failure));
  const stages: TurnStages = { ...given, caller, tried: { run: null } };
  if (after === "finish") return closeTurn(start, stages);
  const opened = turn.understood ? applyResult(workOn(start), stages) : await open(start, stages);
  const begun = stages.stopwatch();
  const next = await goOn(opened, stages, after === "go_on");
  const milliseconds = stages.stopwatch() - begun;
  observing(start, stages)({ type: "executed", turn: next.turnCount, milliseconds });
  const timed = withTime(next, opened.state.turn?.timing ?? {}, milliseconds);
  const events = eventsOf(timed);
  const mistyped = events.some(({ type }) => type === "step_failed") ? mistypedOutputs(start, events, stages) : [];
  return withFailures(timed, [...failures, ...mistyped]);
}

const eventsOf = ({ turn, last }: DialogueState): Reply["events"] => turn?.events ?? last?.reply.events ?? [];

/** What went wrong in the project's code during this stretch. */
function withFailures(after: DialogueState, failures: readonly CodeFailure[]): DialogueState {
  const { turn, last } = after;
  if (failures.length === 0) return after;
  const events = failures.map((failure) => ({ type: "code_failed", ...failure }) as const);
  if (turn !== null) return changeTurn(after, { events: [...turn.events, ...events] });
  if (last === null) return after;
  return { ...after, last: { ...last, reply: { ...last.reply, events: [...last.reply.events, ...events] } } };
}

/** Models that wrote meanwhile have their own time. */
function withTime(after: DialogueState, before: Reply["timing"], milliseconds: number): DialogueState {
  const add = (timing: Reply["timing"]): Reply["timing"] =>
    addTime(timing, "execute", Math.max(0, milliseconds - (timeIn(timing) - timeIn(before))));
  const { turn, last } = after;
  if (turn !== null) return changeTurn(after, { timing: add(turn.timing) });
  if (last === null) return after;
  return { ...after, last: { ...last, reply: { ...last.reply, timing: add(last.reply.timing) } } };
}

async function goOn(opened: Change, given: TurnStages, isAfterTexts: boolean): Promise<DialogueState> {
  let work = opened;
  // A step of the run that comes after the commands wanted the texts: what the commands led to has been looked at.
  let isAnswered = isAfterTexts && opened.state.turn?.queue.length === 0;
  for (;;) {
    const stages = withMaskedCalls(work.state, given);
    const now = work.state.turn;
    if (now === null || now.action !== null) return suspendTurn(work, stages);
    if (work.state.metadata.handoff !== null && now.queue.length === 0) return finishTurn(work, stages);
    if (now.runOnly !== null && (now.queue.length > 0 || now.doubt !== undefined)) {
      const ran = await runSteps(work, stages, now.runOnly);
      if (isWriting(ran.state)) return ran.state;
      work = ran.state.turn?.action === null ? closeRun(ran) : ran;
      continue;
    }
    const [command, ...queue] = now.queue;
    if (command !== undefined) {
      work = await executeCommand({ ...work, state: changeTurn(work.state, { queue }) }, command, stages);
      continue;
    }
    if (now.doubt !== undefined) {
      work = await askInDoubt(work, stages);
      continue;
    }
    const answered = isAnswered ? work : runPatternFlows(work, stages);
    isAnswered = true;
    const ran = await runSteps({ ...answered, state: changeTurn(answered.state, { runOnly: null }) }, stages, null);
    if (isWriting(ran.state)) return ran.state;
    if (ran.state.turn?.action !== null) return suspendTurn(ran, stages);
    const checked = checkProgress(ran, stages);
    const next = mustGoOn(checked.state) ? checked : breakSilence(checked, stages);
    if (next === null) return finishTurn(checked, stages);
    work = next;
  }
}

/** The assistant's own way to take up what a timeout put aside, instead of the offer. */
const breakSilence = (work: Change, stages: Stages): Change | null =>
  isBackFromSilence(work.state) ? startPatternFlow(work, stages, { pattern: "silence" }) : null;

/** Giving up on a stuck flow leaves the one below it active: it still has its question to ask. */
const mustGoOn = (state: DialogueState): boolean =>
  state.turn?.action !== null ||
  (topFrame(state) !== null && state.pending === null && state.metadata.handoff === null);

async function open(start: DialogueState, stages: TurnStages): Promise<Change> {
  const { turn } = start;
  if (turn === null) return workOn(start);
  const { assistant } = stages;
  // As good as always: nothing to wait for.
  const isCurrent = start.assistantHash === assistant.hash;
  const adapted = isCurrent ? adaptTo(start, { assistant, moves: new Map() }) : await adaptConversation(start, stages);
  const begun = workOn(beginTurn(adapted.state, turn.message, stages));
  tellStart(begun.state, turn.message, stages);
  const understood = await understandMessage(begun, turn.message, {
    ...stages,
    understander: understandInTime(stages),
  });
  const isChanged = adapted.stranded.length > 0 || adapted.askAgain;
  return welcome(isChanged ? tellWhatChanged(understood, adapted, stages) : understood, stages);
}

/** Nobody has read the message yet: where there are secrets, all of it may be one. */
function tellStart(state: DialogueState, { text, at }: IncomingMessage, stages: Stages): void {
  const tell = observing(state, stages);
  const started = { type: "turn_started", turn: state.turnCount, at } as const;
  if (text === "" || !hasSecrets(stages.assistant)) {
    tell({ ...started, text });
  } else {
    const { vault, id } = remember(undefined, { value: text, kind: "text", at });
    tell({ ...started, text: referenceTo(id) }, vault);
  }
}

/**
 * A new conversation opens with the welcome flow, if there is one; what the user said, if anything, comes right after
 * it. A program that wants something else of a new conversation gets just that.
 */
function welcome(work: Change, stages: Stages): Change {
  const { state } = work;
  const { welcomeFlow } = stages.assistant.settings.conversation;
  const message = state.turn?.message;
  const isForUser = message?.origin === "user" || message?.commands?.length === 0;
  const isNew = state.turnCount === 1 && isForUser && topFrame(state) === null;
  if (welcomeFlow === undefined || !isNew) return work;
  const started = enterBySystem(state, contextOf(state, stages), { flow: welcomeFlow });
  return { ...work, state: changeTurn(started.state, { runOnly: started.frame.flowId }) };
}

/** The frame that alone was to run waits or has ended: what it asked is asked again at the end of the turn. */
const closeRun = (work: Change): Change => ({
  state:
    work.state.pending === null
      ? changeTurn(work.state, { runOnly: null })
      : settle(changeTurn(work.state, { runOnly: null })),
  say: work.say.filter((outcome) => !isQuestion(outcome)),
});

/** Adds the result of the action to the state, if there is one. */
export function applyResult(work: Change, stages: Stages): Change {
  const { state } = work;
  const action = state.turn?.action;
  if (action === null || action === undefined || action.result === null) return work;
  const context = contextOf(state, stages);
  const taken = changeTurn(state, { action: null });
  const { purpose, result } = action;
  if (purpose.kind === "handoff") {
    const applied = applyHandoffResult({ ...work, state: taken }, context, { ...purpose, result });
    const { turn } = applied.state;
    // Nobody was there: the rest of the message is still to be done.
    const goesOn = turn !== null && turn.runOnly === null && turn.queue.length > 0;
    return goesOn ? { ...applied, state: settle(applied.state) } : applied;
  }
  return { ...work, state: withResult(taken, stages, { ...action, purpose, result }) };
}

/** In the journal; the step takes it from there, as it would in a replay. */
function withResult(
  state: DialogueState,
  { assistant }: Stages,
  { purpose, request, result }: PendingAction & { readonly result: ActionResult },
): DialogueState {
  const task = purpose.kind === "step" ? findTask(state, purpose.flowId) : null;
  if (purpose.kind !== "step" || task === null) return state;
  const effect = assistant.actions.get(request.action)?.effect === true || isAffirmed(task);
  return note(state, purpose.flowId, purpose.place, {
    kind: "action",
    input: request.input,
    result: recordedResult(result),
    effect,
  });
}

/** A defect must not cost the user their conversation: the state stays as it was, and the reply says sorry. */
export async function turnOrApology(start: DialogueState, given: Stages): Promise<DialogueState> {
  const stages = withMaskedLog(start, given);
  // Only the store can fail here. What it has of the texts is told, and must not be taken back by an apology.
  const state = isWriting(start) ? await speak(start, stages) : start;
  try {
    const after = start.turn?.writing?.next ?? null;
    return redactTurn(await takeTurn(state, stages, after), stages.assistant, { isRead: true });
  } catch (error) {
    stages.log(
      "turn failed",
      {
        conversationId: state.conversationId,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      },
      "error",
    );
    return redactTurn(apologise(state, stages), stages.assistant, { isRead: false });
  }
}

/** No model is asked for other words: it may be what failed. */
const apology: Outcome = { kind: "pattern", pattern: "internal_error", values: {}, rephrase: false };

function apologise(state: DialogueState, stages: Stages): DialogueState {
  const { turn } = state;
  if (turn === null) return state;
  const { settings } = stages.assistant;
  const [message] = renderOutcomes([apology], {
    assistant: stages.assistant,
    language: state.metadata.language ?? settings.language,
    timezone: settings.timezone,
    seed: state.conversationId,
    turn: state.turnCount,
  });
  const reply: Reply = {
    messageId: turn.message.messageId,
    turn: state.turnCount + (turn.understood ? 0 : 1),
    messages:
      message === undefined ? turn.messages : [...turn.messages, { id: `${turn.message.messageId}.error`, ...message }],
    commands: turn.commands,
    events: turn.events,
    timing: turn.timing,
  };
  return {
    ...withError(state, "internal_error", turn.message.at),
    turnCount: reply.turn,
    conversationState: turn.understood ? "error" : state.conversationState,
    turn: null,
    last: { message: turn.message, reply },
  };
}
