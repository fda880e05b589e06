import { enter } from "../flow/enter.ts";
import { activeGroup } from "../flow/frames.ts";
import { cancelGroup } from "../flow/stack.ts";
import { taskOf } from "../flow/tasks.ts";
import { aboutScope, descriptionOf, pattern, words } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";

declare module "./command.ts" {
  interface Commands {
    readonly restart_flow: Readonly<Record<never, never>>;
  }
}

export const restartFlow = defineCommand({
  type: "restart_flow",
  fields: {},
  prompt: { when: "the user wants the active flow from its beginning", fields: [] },
  typed: { about: "begin again with nothing filled" },
  button: true,
  takesBackYes: "always",
  execute: restart,
});

/** The active task from its beginning, with nothing answered. What it already did stays done. */
function restart(
  state: DialogueState,
  _command: CommandOf<"restart_flow">,
  { context }: CommandGiven,
): Change<CommandNext> {
  const group = activeGroup(state);
  const task = group === null ? null : taskOf(state, group.root.flowId);
  const flow = task === null ? undefined : context.assistant.flows.get(task.flow);
  if (group === null || task === null || flow === undefined)
    return refuse(state, "flow.none_active", [pattern("nothing_to_restart", aboutScope(state, context))]);
  const ended = cancelGroup(state, context, { group, now: context.now, reason: "the user started over" });
  const { by, inputs } = task;
  const entered = enter(ended, context, { kind: "start", flow, by, inputs, decision: null });
  if (entered.kind !== "entered") {
    const { code, say } = entered.kind === "refused" ? entered : { code: "stack.limit_reached" as const, say: [] };
    return refuse(state, code, say);
  }
  return done(entered.state, [
    pattern("flow_restarted", { flow_description: words(descriptionOf(context.assistant, flow.name)) }),
  ]);
}
