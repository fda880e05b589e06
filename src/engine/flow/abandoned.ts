import type { Outcome } from "../state/outcome.ts";
import type { ArchivedFrame, ChoiceOption, DialogueState } from "../state/state.ts";
import { type Instance, instanceLabels } from "./instances.ts";
import type { TurnContext } from "./turn-context.ts";
import { aboutOption } from "./values.ts";

/** Tasks that the user can still go on with after a timeout, by their first frames, oldest first. */
export const abandonedTasks = (
  state: DialogueState,
  { assistant }: Pick<TurnContext, "assistant">,
): readonly ArchivedFrame[] =>
  state.metadata.completedFlows.filter(
    ({ resume, flow }) => resume !== undefined && resume.task.by !== "system" && assistant.flows.has(flow),
  );

/** "Do you want to go on with this?" */
export const offerToResume = (options: readonly ChoiceOption[]): Outcome => ({
  kind: "pattern",
  pattern: "session_expired",
  values: options.length === 1 ? aboutOption(options[0]) : {},
  options,
});

/** One choice for each task, the latest first. */
export function resumeOptions(
  context: Pick<TurnContext, "assistant">,
  tasks: readonly Instance[],
): readonly ChoiceOption[] {
  const latest = tasks.toReversed();
  const labels = instanceLabels(context, latest);
  return latest.map(({ flow, flowId }, index) => {
    const isOne = latest.every((other) => other.flow !== flow || other.flowId === flowId);
    return {
      label: labels[index] ?? flow,
      command: { type: "resume_flow", flow, ...(isOne ? {} : { flowId }) },
    };
  });
}
