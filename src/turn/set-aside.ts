import { withError } from "../engine/flow/error.ts";
import { groupOf } from "../engine/flow/frames.ts";
import { record } from "../engine/flow/record.ts";
import { endFrames } from "../engine/flow/stack.ts";
import { transition } from "../engine/flow/transitions.ts";
import { aboutFlowNamed, pattern } from "../engine/flow/values.ts";
import { redactTurn } from "../engine/secrets/redact-turn.ts";
import type { Change } from "../engine/state/change.ts";
import type { Reply } from "../engine/state/event.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState, IncomingMessage, TurnInProgress } from "../engine/state/state.ts";
import { renderOutcomes } from "../respond/render.ts";
import { settle } from "./finish-turn.ts";
import { withTold } from "./speak.ts";
import { changeTurn, contextOf, isWriting, type Stages, withOutcomes, workOn } from "./stages.ts";
import { applyResult } from "./take-turn.ts";

/** Instead of a turn: its message was tried this often, and no attempt came to an end. */
export interface SetAside {
  readonly attempts: number;
}

/** No model is asked for other words: it may be what failed. */
const apology: Outcome = { kind: "pattern", pattern: "message_quarantined", values: {}, rephrase: false };

/**
 * Ends the turn of a message without trying it again, and calls no code of the project. The conversation stays as it was
 * before the message, with its open question; if an action was under way, the task that wanted it ends in error, so that
 * the next message does not run into it.
 */
export async function setAsideTurn(
  start: DialogueState,
  { attempts }: SetAside,
  stages: Stages,
): Promise<DialogueState> {
  const state = await withResult(isWriting(start) ? await withTold(start, stages) : start, stages);
  const { turn } = state;
  if (turn === null) return state;
  const during = turn.action?.request.action ?? null;
  stages.log("message set aside", {
    conversationId: state.conversationId,
    messageId: turn.message.messageId,
    attempts,
    during,
  });
  const noted = record(state, { type: "quarantined", at: stages.clock.now(), attempts, during });
  const ended = turn.action === null ? workOn(noted) : taskEnded(noted, stages);
  const reply: Reply = {
    messageId: turn.message.messageId,
    turn: state.turnCount + (turn.understood ? 0 : 1),
    messages: [...turn.messages, ...apologies(ended, stages)],
    commands: turn.commands,
    events: ended.state.turn?.events ?? [],
    ...(turn.usage === null ? {} : { usage: turn.usage }),
    timing: turn.timing,
  };
  const aside: DialogueState = {
    ...withError(ended.state, "quarantined", turn.message.at),
    turnCount: reply.turn,
    lastActiveAt: Math.max(state.lastActiveAt, turn.message.at),
    turn: null,
    // Tried anew, it must not do again what it has done.
    last: { message: withRequested(turn), reply },
  };
  return redactTurn(aside, stages.assistant, { isRead: false });
}

/** The action may have ended, and the turn died after it. */
async function withResult(state: DialogueState, { ledger }: Stages): Promise<DialogueState> {
  const action = state.turn?.action ?? null;
  if (action === null || action.result !== null) return state;
  const known = await ledger.known(state.conversationId, action.request.key);
  return known?.status === "finished" ? changeTurn(state, { action: { ...action, result: known.result } }) : state;
}

function withRequested({ message, requested = [] }: TurnInProgress): IncomingMessage {
  const keys = new Set(requested.map(({ key }) => key));
  const all = [...requested, ...(message.requested ?? []).filter(({ key }) => !keys.has(key))];
  return all.length === 0 ? message : { ...message, requested: all };
}

/** Keeps what is known of the action, so that nothing that was done is done again. */
function taskEnded(state: DialogueState, stages: Stages): Change {
  try {
    const id = state.turn?.action?.purpose.flowId ?? null;
    const applied = applyResult(workOn(state), stages);
    const group = id === null ? null : groupOf(applied.state, id);
    if (group === null) return { ...applied, state: settle(applied.state) };
    const context = contextOf(applied.state, stages);
    const ended = endFrames(transition(applied.state, "error"), context, {
      frames: group.frames,
      flowState: "error",
      now: context.now,
      reason: "message.quarantined",
    });
    const told = pattern("flow_failed", aboutFlowNamed(context.assistant, group.root.flow));
    return withOutcomes({ ...applied, state: settle(ended) }, [told]);
  } catch (error) {
    // The assistant was changed since, and this state no longer fits it: the message must be set aside all the same.
    stages.log("task dropped", { conversationId: state.conversationId, error: String(error) });
    const dropped = { flowStack: [], flowSlots: {}, provenance: {}, pending: null } as const;
    return workOn({ ...state, ...dropped, conversationState: "error" });
  }
}

function apologies({ state, say }: Change, { assistant }: Stages): Reply["messages"] {
  const { settings } = assistant;
  const rendered = renderOutcomes([...say, apology], {
    assistant,
    language: state.metadata.language ?? settings.language,
    timezone: settings.timezone,
    seed: state.conversationId,
    turn: state.turnCount,
  });
  const { message, messages } = state.turn ?? { message: { messageId: "" }, messages: [] };
  return rendered.map(({ rephrasable: _, ...said }, index) => ({
    id: `${message.messageId}.${messages.length + index + 1}`,
    ...said,
  }));
}
