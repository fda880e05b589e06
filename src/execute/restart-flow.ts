import type { CommandOf } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import { activeGroup } from "../flow/frames.ts";
import { cancelGroup, pushFrame } from "../flow/stack.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, descriptionOf, pattern, words } from "../flow/values.ts";
import { done, type Effect, refuse } from "./effect.ts";

/** The active flow from its beginning, with nothing filled. What it already did stays done. */
export function restartFlow(
  state: DialogueState,
  _command: CommandOf<"restart_flow">,
  { context }: { context: TurnContext },
): Effect {
  const group = activeGroup(state);
  if (group === null)
    return refuse(state, "flow.none_active", [pattern("nothing_to_restart", aboutScope(state, context))]);
  const { flow } = group.root;
  const ended = cancelGroup(state, context, { group, now: context.now, reason: "the user started over" });
  const begun = pushFrame(ended, context, { flow, by: "user", caller: null });
  return done(begun.state, [
    pattern("flow_restarted", { flow_description: words(descriptionOf(context.assistant, flow)) }),
  ]);
}
