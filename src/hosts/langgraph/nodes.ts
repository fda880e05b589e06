import type { DialogueState } from "../../engine/state/state.ts";
import { isActionWanted } from "../../turn/stages.ts";

export type Node = "turn" | "execute_action";

/** The channel whose value makes a node run next, named as a `StateGraph` would name it. */
export const branchTo = (node: Node): string => `branch:to:${node}`;

/** Null: the conversation waits for its user. */
export const nextNode = (state: DialogueState): Node | null =>
  state.turn === null ? null : isActionWanted(state) ? "execute_action" : "turn";
