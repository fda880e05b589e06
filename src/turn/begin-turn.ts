import { ownQuestion } from "../engine/flow/ask-plainly.ts";
import { record } from "../engine/flow/record.ts";
import { endFrames } from "../engine/flow/stack.ts";
import { transition } from "../engine/flow/transitions.ts";
import { withAnswer } from "../engine/secrets/redact-turn.ts";
import type { DialogueState, IncomingMessage, TurnInProgress } from "../engine/state/state.ts";
import { detectLanguage } from "../respond/detect-language.ts";
import type { Stages } from "./stages.ts";

export const newTurn = (message: IncomingMessage): TurnInProgress => ({
  message,
  understood: false,
  queue: [],
  runOnly: null,
  action: null,
  messages: [],
  commands: [],
  events: [],
  usage: null,
  timing: {},
  progress: false,
  digressed: false,
  repeats: {},
  steps: 0,
});

/** Counts the turn, lets an old session go, and notes what the user said. */
export function beginTurn(
  state: DialogueState,
  message: IncomingMessage,
  stages: Pick<Stages, "assistant">,
): DialogueState {
  const counted = withAsked({ ...state, turnCount: state.turnCount + 1 }, stages);
  // Before the silence is looked at: an answer that comes too late is one all the same.
  const kept = withAnswer(counted, message, stages.assistant);
  const current = transition(expire(kept, message, stages), "understanding");
  const said = message.origin === "api" || message.text === "" ? [] : [{ role: "user" as const, text: message.text }];
  const lastActiveAt = message.silence === true ? current.lastActiveAt : message.at;
  return detect({ ...current, lastActiveAt, messages: [...current.messages, ...said] }, message, stages);
}

/** Commands of the message mean the question that was open when it came, whatever those before them have changed. */
function withAsked(state: DialogueState, { assistant }: Pick<Stages, "assistant">): DialogueState {
  const { pending, turn } = state;
  const top = state.flowStack.at(-1);
  if (turn === null || top === undefined || pending === null) return state;
  const named = pending.kind === "slot" || pending.kind === "choice" ? (pending.slot ?? null) : null;
  // Asked about beside the flow, a value is an answer to the flow's question only if that is the one for its slot.
  const isBeside = pending.kind === "choice" && pending.asks === "value";
  const slot = isBeside && top.question.asking ? ownQuestion(state, assistant) : isBeside ? null : named;
  const promptId = pending.kind === "confirmation" ? pending.promptId : null;
  return {
    ...state,
    turn: { ...turn, asked: { flowId: top.flowId, slot, promptId, shown: top.question.shown ?? null } },
  };
}

/** Only what users write themselves tells their language; a channel that knows it is believed. */
function detect(state: DialogueState, message: IncomingMessage, stages: Pick<Stages, "assistant">): DialogueState {
  const { detectLanguage: isWanted, language } = stages.assistant.settings;
  const isWritten = message.origin === "user" && message.commands === undefined;
  if (!isWanted || !isWritten || typeof state.session["locale"] === "string") return state;
  const detected = detectLanguage(message.text, state.metadata.language ?? language);
  return detected === null ? state : { ...state, metadata: { ...state.metadata, language: detected } };
}

/** After a long silence the frames are abandoned, with their slots, so that the user can still go on with them. */
function expire(state: DialogueState, message: IncomingMessage, stages: Pick<Stages, "assistant">): DialogueState {
  const { sessionTimeout } = stages.assistant.settings.conversation;
  if (state.flowStack.length === 0 || message.at - state.lastActiveAt <= sessionTimeout * 1000) return state;
  const count = state.flowStack.length;
  const ended = endFrames(state, stages, {
    frames: state.flowStack,
    flowState: "abandoned",
    now: message.at,
    reason: "session timeout",
  });
  const silentSince = message.silence === true ? message.at : null;
  const idle = transition({ ...ended, digressionDepth: 0, silentSince }, "idle");
  // Abandoning is nobody's progress. A yes in the same message is none to what was shown before the silence.
  const { turn } = idle;
  const asked = turn?.asked == null ? {} : { asked: { ...turn.asked, promptId: null, shown: null } };
  const quiet: DialogueState = turn === null ? idle : { ...idle, turn: { ...turn, ...asked, progress: false } };
  return record(quiet, { type: "session_expired", flows: count });
}
