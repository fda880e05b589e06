import type { Outcome } from "../state/outcome.ts";
import type { ArchivedFrame, ChoiceOption, DialogueState } from "../state/state.ts";
import type { TurnContext } from "./turn-context.ts";
import { descriptionOf, words } from "./values.ts";

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
  values: options.length === 1 ? { flow_description: words(options[0]?.label ?? "") } : {},
  options,
});

/** One choice for each flow, the latest first: two runs of the same flow cannot be told apart by name. */
export function resumeOptions(
  { assistant }: Pick<TurnContext, "assistant">,
  tasks: readonly { readonly flow: string }[],
): readonly ChoiceOption[] {
  const flows = new Set(tasks.map(({ flow }) => flow).toReversed());
  return [...flows].map((flow) => ({
    label: descriptionOf(assistant, flow),
    command: { type: "resume_flow", flow },
  }));
}
