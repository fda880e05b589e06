import type { DialogueState } from "../state/state.ts";
import { type Group, groupsOf } from "./frames.ts";

/** What to do when one more user-started task would exceed `max_stack_depth`. */
export type StackLimitDecision =
  | { readonly do: "reject" }
  | { readonly do: "cancel"; readonly groups: readonly Group[] }
  /** The user says which of these is given up for the new one, or keeps them all. */
  | { readonly do: "ask"; readonly groups: readonly Group[] };

/** A project's own strategy: given the user-started tasks bottom to top and the limit, it says what becomes of them. */
export type StackLimit = (groups: readonly Group[], limit: number) => StackLimitDecision | Promise<StackLimitDecision>;

type BuiltInStackLimit = (groups: readonly Group[], limit: number) => StackLimitDecision;

export const builtInStackLimits: ReadonlyMap<string, BuiltInStackLimit> = new Map<string, BuiltInStackLimit>([
  ["cancel_oldest", (groups, limit) => ({ do: "cancel", groups: groups.slice(0, groups.length - limit + 1) })],
  ["reject_new", () => ({ do: "reject" })],
  ["ask_user", (groups) => ({ do: "ask", groups })],
]);

/**
 * The flows among which room must be made for one more; null if there is room. Flows reached by `call` belong to their
 * caller and are not counted, nor are those that the system started.
 */
export function crowdedGroups(state: DialogueState, depth: number): readonly Group[] | null {
  const groups = groupsOf(state).filter(({ root }) => root.system !== true);
  return groups.length < depth ? null : groups;
}
