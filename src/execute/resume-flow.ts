import type { CommandOf } from "../domain/command.ts";
import type { ArchivedFrame, DialogueState } from "../domain/state.ts";
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
  const abandoned = abandonedGroup(state, context, command.flow);
  const [root] = abandoned;
  if (root === undefined)
    return refuse(state, "flow.not_paused", [pattern("flow_not_paused", aboutScope(state, context))]);
  return done(restoreAbandoned(state, abandoned, context.now));
}

/** The abandoned flow with everything it had called. */
function abandonedGroup(
  state: DialogueState,
  context: TurnContext,
  flow: string | undefined,
): readonly ArchivedFrame[] {
  const frames = state.metadata.completedFlows.filter(
    (frame) => frame.resume !== undefined && context.assistant.flows.has(frame.flow),
  );
  const root = frames.findLast(
    (frame) => frame.resume?.frame.caller === null && (flow === undefined || frame.flow === flow),
  );
  if (root === undefined) return [];
  const members = [root];
  for (let parent = root; ; ) {
    const callee = frames.find((frame) => frame.resume?.frame.caller === parent.flowId);
    if (callee === undefined) return members;
    members.push(callee);
    parent = callee;
  }
}
