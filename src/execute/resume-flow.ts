import type { CommandOf } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import { abandonedGroups, resumeOptions } from "../flow/abandoned.ts";
import { activeGroup, groupsOf } from "../flow/frames.ts";
import { raiseGroup, restoreAbandoned } from "../flow/stack.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import { done, type Effect, refuse } from "./effect.ts";

/** Brings a paused flow back to the top, or one that was abandoned by a timeout. */
export function resumeFlow(
  state: DialogueState,
  command: CommandOf<"resume_flow">,
  { context }: { context: TurnContext },
): Effect {
  const active = activeGroup(state);
  const paused = groupsOf(state).filter((group) => group.root.flowId !== active?.root.flowId);
  // Unnamed, the most recently paused: the highest on the stack.
  const wanted = paused.findLast(
    (group) => command.flow === undefined || group.frames.some((frame) => frame.flow === command.flow),
  );
  if (wanted !== undefined) {
    return done(raiseGroup(state, wanted.root.flowId, context.now));
  }
  const abandoned = abandonedGroups(state, context).filter(
    ({ root }) => command.flow === undefined || root.flow === command.flow,
  );
  const options = resumeOptions(context, abandoned);
  // Nothing says which of several is meant: none of them was left for another.
  if (options.length > 1) return done({ ...state, pending: { kind: "choice", options } });
  const latest = abandoned.at(-1);
  if (latest === undefined)
    return refuse(state, "flow.not_paused", [pattern("flow_not_paused", aboutScope(state, context))]);
  return done(restoreAbandoned(state, latest.frames, context.now));
}
