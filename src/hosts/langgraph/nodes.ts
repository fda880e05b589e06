import type { DialogueState } from "../../engine/state/state.ts";

export type Node = "turn" | "execute_action";

/** The channel whose value makes a node run next, named as a `StateGraph` would name it. */
export const branchTo = (node: Node): string => `branch:to:${node}`;

/** Null: the conversation waits for its user. */
export const nextNode = ({ turn }: DialogueState): Node | null =>
  turn === null ? null : turn.action?.result === null ? "execute_action" : "turn";
