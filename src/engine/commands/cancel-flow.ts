import { currentStep, moveTo } from "../flow/cursor.ts";
import { activeGroup, topFrame } from "../flow/frames.ts";
import { turnOf } from "../flow/record.ts";
import { cancelGroup } from "../flow/stack.ts";
import { note, placeOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlowNamed, aboutScope, pattern } from "../flow/values.ts";
import { promptId } from "../ids.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, optional, text } from "./field.ts";

const fields = { reason: optional(text(500)), confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly cancel_flow: DataOf<typeof fields>;
  }
}

export const cancelFlow = defineCommand({
  type: "cancel_flow",
  fields,
  prompt: { when: "the user gives up the active flow", fields: [] },
  typed: { about: "give up what is going on", words: ["reason"] },
  button: true,
  takesBackYes: "always",
  execute: cancel,
});

function cancel(
  state: DialogueState,
  command: CommandOf<"cancel_flow">,
  { context }: CommandGiven,
): Change<CommandNext> {
  const mustAsk = context.assistant.patterns.cancellation.confirm && turnOf(state).message.origin === "user";
  if (mustAsk && topFrame(state) !== null) {
    // The prompt gets its id when it is shown.
    return done({ ...state, pending: { kind: "cancel_confirmation", promptId: promptId(""), turn: state.turnCount } });
  }
  return cancelNow(state, context, command.reason ?? "the user cancelled");
}

/** Cancels the active flow with its callers, or goes where the current step wants a cancellation to go. */
export function cancelNow(state: DialogueState, context: TurnContext, reason: string): Change<CommandNext> {
  const group = activeGroup(state);
  if (group === null)
    return refuse(state, "flow.none_active", [pattern("nothing_to_cancel", aboutScope(state, context))]);
  const top = topFrame(state) ?? group.root;
  const step = currentStep(context.assistant, top);
  if (step?.type === "collect" && step.onCancel !== undefined && step.onCancel.to !== "cancel") {
    const left = { kind: "left", frame: top.flowId, target: step.onCancel } as const;
    const noted = note({ ...state, pending: null }, top.flowId, `${placeOf(top)}?left`, left);
    return done(moveTo(noted, context, { flowId: top.flowId, target: step.onCancel }));
  }
  const cancelled = cancelGroup(state, context, { group, now: context.now, reason });
  return done(cancelled, [pattern("flow_cancelled", aboutFlowNamed(context.assistant, group.root.flow))]);
}
