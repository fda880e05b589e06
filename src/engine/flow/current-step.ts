import type { Assistant } from "../assistant/assistant.ts";
import type { Flow } from "../assistant/flow.ts";
import type { CollectStep, Step } from "../assistant/step.ts";
import type { Frame } from "../state/state.ts";
import { flowOf, stepOf } from "./frames.ts";

export const currentStep = (assistant: Assistant, frame: Frame): Step | null =>
  frame.step === null ? null : stepOf(flowOf(assistant, frame), frame.step);

/** The step that asks for a slot: the current one, else the first of the flow. */
export function collectStepFor(flow: Flow, slot: string, current: string | null): CollectStep | null {
  const asking = [...flow.steps.values()].filter(
    (step): step is CollectStep => step.type === "collect" && step.slot === slot,
  );
  return asking.find((step) => step.name === current) ?? asking[0] ?? null;
}
