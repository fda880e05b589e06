import type { DialogueState } from "../../domain/state.ts";

export type Node = "turn" | "execute_action" | "await_input";

/** The channel whose value makes a node run next, named as a `StateGraph` would name it. */
export const branchTo = (node: Node): string => `branch:to:${node}`;

export const nextNode = ({ turn }: DialogueState): Node =>
  turn === null ? "await_input" : turn.action?.result === null ? "execute_action" : "turn";
