import type { ArchivedFrame, ChoiceOption, DialogueState } from "../domain/state.ts";
import type { TurnContext } from "./turn-context.ts";
import { descriptionOf } from "./values.ts";

/** A flow that a timeout put aside, with everything it had called. */
export interface AbandonedGroup {
  readonly root: ArchivedFrame;
  /** The root first. */
  readonly frames: readonly ArchivedFrame[];
}

/** What the user can still go on with after a timeout, oldest first. */
export function abandonedGroups(
  state: DialogueState,
  { assistant }: Pick<TurnContext, "assistant">,
): readonly AbandonedGroup[] {
  const frames = state.metadata.completedFlows.filter(
    (frame) => frame.resume !== undefined && assistant.flows.has(frame.flow),
  );
  return frames
    .filter(({ resume }) => resume?.frame.caller === null && resume.frame.system !== true)
    .map((root) => ({ root, frames: withCallees(root, frames) }));
}

function withCallees(root: ArchivedFrame, frames: readonly ArchivedFrame[]): readonly ArchivedFrame[] {
  const callee = frames.find((frame) => frame.resume?.frame.caller === root.flowId);
  return callee === undefined ? [root] : [root, ...withCallees(callee, frames)];
}

/** One choice for each flow, the latest first: two runs of the same flow cannot be told apart by name. */
export function resumeOptions(
  { assistant }: Pick<TurnContext, "assistant">,
  groups: readonly { readonly root: { readonly flow: string } }[],
): readonly ChoiceOption[] {
  const flows = new Set(groups.map(({ root }) => root.flow).toReversed());
  return [...flows].map((flow) => ({
    label: descriptionOf(assistant, flow),
    command: { type: "resume_flow", flow },
  }));
}
