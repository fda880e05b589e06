import { makeReadOnly } from "../domain/read-only.ts";
import type { DialogueState } from "../domain/state.ts";
import { type Group, groupsOf } from "./frames.ts";

/** What to do when one more user-started flow would exceed `max_stack_depth`. */
export type StackLimitDecision =
  | { readonly do: "reject" }
  | { readonly do: "cancel"; readonly groups: readonly Group[] };

/** A strategy: pure, given the user-started flows bottom to top and the limit. */
export type StackLimit = (groups: readonly Group[], limit: number) => StackLimitDecision;

export const builtInStackLimits: ReadonlyMap<string, StackLimit> = new Map<string, StackLimit>([
  ["cancel_oldest", (groups, limit) => ({ do: "cancel", groups: groups.slice(0, groups.length - limit + 1) })],
  ["reject_new", () => ({ do: "reject" })],
]);

/** Flows reached by `call` belong to their caller and are not counted, nor are those that the system started. */
export function decideStackLimit(
  state: DialogueState,
  limit: { readonly depth: number; readonly strategy: StackLimit | undefined },
): StackLimitDecision | null {
  const groups = groupsOf(state).filter(({ root }) => root.system !== true);
  if (groups.length < limit.depth) return null;
  makeReadOnly(groups);
  return limit.strategy?.(groups, limit.depth) ?? { do: "reject" };
}
