import { withError } from "../engine/flow/error.ts";
import { redactTurn } from "../engine/secrets/redact-turn.ts";
import type { Reply } from "../engine/state/event.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { renderOutcomes } from "../respond/render.ts";
import { type Stages, withMaskedLog } from "./stages.ts";
import { takeTurn } from "./take-turn.ts";

/** A defect must not cost the user their conversation: the state stays as it was, and the reply says sorry. */
export async function turnOrApology(state: DialogueState, given: Stages): Promise<DialogueState> {
  const stages = withMaskedLog(state, given);
  try {
    return redactTurn(await takeTurn(state, stages), stages.assistant, { isRead: true });
  } catch (error) {
    stages.log("turn failed", {
      conversationId: state.conversationId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
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
