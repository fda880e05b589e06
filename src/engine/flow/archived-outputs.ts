import type { FlowInput } from "../assistant/flow.ts";
import type { FlowId } from "../ids.ts";
import type { Json } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import { isFilled } from "./slots.ts";
import { isInTask } from "./tasks.ts";

/** The value of an output in the newest completed run of a flow that has it. What the task itself ran is passed by its calls. */
export function newestOutput(
  { metadata }: DialogueState,
  { flow, output }: NonNullable<FlowInput["from"]>,
  task: FlowId,
): { readonly value: Json; readonly completedAt: number } | null {
  const newest = metadata.completedFlows.findLast(
    (frame) =>
      frame.flow === flow &&
      frame.flowState === "completed" &&
      isFilled(frame.outputs[output]) &&
      !isInTask(frame.flowId, task),
  );
  return newest === undefined ? null : { value: newest.outputs[output] ?? null, completedAt: newest.completedAt };
}
