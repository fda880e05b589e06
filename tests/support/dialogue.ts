import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { TurnContext } from "../../src/engine/flow/turn-context.ts";
import type { TurnEvent } from "../../src/engine/state/event.ts";
import type { DialogueState, TurnInProgress } from "../../src/engine/state/state.ts";
import { initialState } from "../../src/runtime/initial-state.ts";
import { newTurn } from "../../src/turn/begin-turn.ts";

/** Midday of 15 November 2026, in UTC. */
export const noon = Date.UTC(2026, 10, 15, 12);

export function assistantOf(content: string, options?: Parameters<typeof parseAssistant>[1]): Assistant {
  const text = `version: "1.0"\n${content}`;
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text }], options);
  if (assistant === null) throw new Error(JSON.stringify(findings, null, 2));
  return assistant;
}

export const contextOf = (assistant: Assistant, now: number = noon): TurnContext => ({ assistant, now });

const turn: TurnInProgress = {
  ...newTurn({ messageId: "m-1", text: "", at: noon, origin: "user" }),
  understood: true,
};

/** A conversation in the middle of its first turn, with an empty stack. */
export const newDialogue = (assistant: Assistant, change: Partial<DialogueState> = {}): DialogueState => ({
  ...initialState(assistant, { conversationId: "c", session: {}, now: noon }),
  conversationState: "understanding",
  turnCount: 1,
  turn,
  ...change,
});

export const eventsOf = (state: DialogueState): readonly TurnEvent[] => state.turn?.events ?? [];

/** The events of a type, without it. */
export const eventsOfType = (state: DialogueState, type: TurnEvent["type"]): readonly object[] =>
  eventsOf(state).flatMap(({ type: found, ...rest }) => (found === type ? [rest] : []));
