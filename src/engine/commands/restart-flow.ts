import { activeGroup } from "../flow/frames.ts";
import { taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlowNamed, aboutScope, pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { admit } from "./admit.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, instance, optional } from "./field.ts";

const fields = { drop: optional(instance), confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly restart_flow: DataOf<typeof fields>;
  }
}

export const restartFlow = defineCommand({
  type: "restart_flow",
  fields,
  prompt: { when: "the user wants the active flow from its beginning", fields: [] },
  typed: { about: "begin again with nothing filled" },
  button: true,
  takesBackYes: "always",
  execute: restart,
});

/** The active task from its beginning, with nothing answered. What it already did stays done. */
function restart(state: DialogueState, command: CommandOf<"restart_flow">, given: CommandGiven): Change<CommandNext> {
  const { context } = given;
  const active = activeTask(state, context);
  if (active === null)
    return refuse(state, "flow.none_active", [pattern("nothing_to_restart", aboutScope(state, context))]);
  const entered = admit(state, given, { command, wanted: { kind: "restart", ...active } });
  if ("change" in entered) return entered.change;
  const { name } = active.flow;
  return done(entered.state, [...entered.say, pattern("flow_restarted", aboutFlowNamed(context.assistant, name))]);
}

/** A task that was linked on may have begun as a flow that the assistant no longer has. */
function activeTask(state: DialogueState, { assistant }: TurnContext) {
  const group = activeGroup(state);
  if (group === null) return null;
  const task = taskOf(state, group.root.flowId);
  const flow = assistant.flows.get(task.flow);
  return flow === undefined ? null : { group, task, flow };
}
