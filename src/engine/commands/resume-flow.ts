import { abandonedTasks, resumeOptions } from "../flow/abandoned.ts";
import { type Entering, refusalToLeave } from "../flow/enter.ts";
import { activeGroup, groupsOf } from "../flow/frames.ts";
import { archivedInstance, type Instance, inOrder, instanceOf } from "../flow/instances.ts";
import { isInTask } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { admit } from "./admit.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, instance, optional, pausedFlow } from "./field.ts";

const fields = {
  flow: optional(pausedFlow),
  flowId: optional(instance),
  drop: optional(instance),
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly resume_flow: DataOf<typeof fields>;
  }
}

export const resumeFlow = defineCommand({
  type: "resume_flow",
  fields,
  prompt: {
    when: "the user goes back to a paused flow. Its flowId, where open_tasks lists several of that flow and the user says which",
    fields: ["flow", "flowId"],
    needs: ["flow"],
  },
  typed: { about: "go back to what was paused", words: ["flow"] },
  button: true,
  execute: resumePaused,
});

/** Brings a paused task back to the top, or one that was abandoned by a timeout. Of several that fit, the user chooses. */
function resumePaused(
  state: DialogueState,
  command: CommandOf<"resume_flow">,
  given: CommandGiven,
): Change<CommandNext> {
  const { context } = given;
  const active = activeGroup(state);
  // It is there already, and asks its question again.
  if (active !== null && command.flowId !== undefined && isInTask(active.root.flowId, command.flowId))
    return done(state);
  const fitting = groupsOf(state)
    .slice(0, -1)
    .filter(
      ({ root, frames }) =>
        isInTask(root.flowId, command.flowId) &&
        (command.flow === undefined || frames.some((frame) => frame.flow === command.flow)),
    );
  // Unnamed, the most recently paused: the highest on the stack.
  const wanted = fitting.at(-1);
  if (wanted !== undefined && (fitting.length === 1 || command.flow === undefined))
    return resume(state, given, { command, wanted: { kind: "raise", id: wanted.root.flowId } });
  if (wanted !== undefined) {
    // The list has the one that was begun first before the others: "the first one" means it in either sense.
    const begun = inOrder(fitting.map(({ root }) => instanceOf(state, root)));
    return ask(state, context, begun.toReversed());
  }
  const abandoned = abandonedTasks(state, context).filter(
    ({ flow, flowId }) => isInTask(flowId, command.flowId) && (command.flow === undefined || flow === command.flow),
  );
  // Nothing says which of several is meant: none of them was left for another.
  if (abandoned.length > 1) return ask(state, context, abandoned.map(archivedInstance));
  const latest = abandoned.at(-1);
  if (latest === undefined)
    return refuse(state, "flow.not_paused", [pattern("flow_not_paused", aboutScope(state, context))]);
  return resume(state, given, { command, wanted: { kind: "restore", archived: latest } });
}

/** A question that must not be left is not left for this one either. */
function ask(state: DialogueState, context: TurnContext, instances: readonly Instance[]): Change<CommandNext> {
  const closed = refusalToLeave(state, context);
  if (closed !== null) return refuse(state, closed.code, closed.say);
  return done({ ...state, pending: { kind: "choice", options: resumeOptions(context, instances) } });
}

function resume(
  state: DialogueState,
  given: CommandGiven,
  wish: { readonly command: CommandOf<"resume_flow">; readonly wanted: Entering },
): Change<CommandNext> {
  const entered = admit(state, given, wish);
  return "change" in entered ? entered.change : done(entered.state, entered.say);
}
