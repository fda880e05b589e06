import type { Assistant } from "../assistant/assistant.ts";
import type { JsonObject } from "../json.ts";
import type { Frame } from "../state/frame.ts";
import type { PublicFrame } from "../state/public-state.ts";
import type { DialogueState } from "../state/state.ts";
import { isFilled, slotsOf } from "./slots.ts";
import { epochOf, isDoneEffect, taskIdOf, taskOf } from "./tasks.ts";

/** What the task's journal and answers say about one of its frames. */
export function publicFrame(state: DialogueState, frame: Frame, assistant: Pick<Assistant, "flows">): PublicFrame {
  const { flowId, question } = frame;
  const task = taskOf(state, flowId);
  // A yes that was asked for once more, at an action, is one to a step that is listed already.
  const entries = Object.entries(task.journal).filter(
    ([key]) => frameOfKey(key) === flowId && !key.endsWith("?confirm"),
  );
  const steps = (wanted: (entry: (typeof entries)[number][1]) => boolean): readonly string[] => [
    ...new Set(entries.filter(([, entry]) => wanted(entry)).map(([key]) => stepOfKey(key))),
  ];
  const skipped = Object.values(task.answers).filter(
    ({ cell, epoch, value }) => cell.flowId === flowId && value === null && epoch === epochOf(task, cell),
  );
  return {
    flowId,
    flow: frame.flow,
    flowState: frame.flowState,
    step: frame.step,
    currentStep: frame.step,
    exit: frame.exit,
    caller: frame.caller,
    ...(frame.system === true ? { system: true } : {}),
    visits: frame.visits,
    executed: frame.executed,
    startedAt: frame.startedAt,
    pausedAt: frame.pausedAt,
    completedAt: null,
    outputs: outputsOf(state, frame, assistant),
    context: frame.context,
    asking: question.asking,
    resumed: state.resumed === taskIdOf(flowId),
    reask: question.reask,
    attempts: question.attempts,
    retries: question.retries,
    page: question.page,
    affirmed: steps((entry) => entry.kind === "answered" && entry.answer === "yes"),
    effects: steps(isDoneEffect),
    skipped: skipped.map(({ cell }) => cell.slot),
    locals: localsOf(frame),
  };
}

function outputsOf(
  state: DialogueState,
  { flowId, flow, carried }: Frame,
  { flows }: Pick<Assistant, "flows">,
): JsonObject {
  const values: JsonObject = { ...carried, ...slotsOf(state, flowId) };
  const filled = (flows.get(flow)?.outputs ?? []).filter((name) => isFilled(values[name]));
  return Object.fromEntries(filled.map((name) => [name, values[name] ?? null]));
}

const frameOfKey = (key: string): string => key.slice(0, key.lastIndexOf("/"));

const stepOfKey = (key: string): string => key.slice(key.lastIndexOf("/") + 1).split("#")[0] ?? "";

function localsOf({ failure, change }: Frame): JsonObject {
  return {
    ...(failure === null
      ? {}
      : { _error_code: failure.code, _error_message: failure.message, _error_step: failure.step }),
    ...(change === null ? {} : { _change: { ...change } }),
  };
}
