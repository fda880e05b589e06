import type { StepOf } from "../engine/assistant/step.ts";
import { currentStep } from "../engine/flow/cursor.ts";
import { frameOf } from "../engine/flow/frames.ts";
import { slotValue } from "../engine/flow/slots.ts";
import { note } from "../engine/flow/tasks.ts";
import type { FlowId } from "../engine/ids.ts";
import { maskFor } from "../engine/secrets/mask.ts";
import type { Change, Stop } from "../engine/state/change.ts";
import type { DialogueState, Frame } from "../engine/state/state.ts";
import type { RecordedText } from "../engine/state/task.ts";
import type { Usage } from "../engine/state/turn.ts";
import { textKey } from "../engine/steps/generate.ts";
import { timeLeft } from "../project-code/call-project-code.ts";
import type { TimelyAnswer } from "../respond/answer-in-time.ts";
import type { WriteRequest } from "../respond/write-text.ts";
import { addUsage } from "../understand/usage.ts";
import { withGenerated } from "./put-into-words.ts";
import { addTime, changeTurn, type Stages, type TurnStages } from "./stages.ts";

type WantedText = Extract<Stop, { readonly do: "generate" }>;

/**
 * The text of a `generate` step: one that is said is told next, sentence by sentence; one that is stored is written now. Part of the
 * turn and not an action: nothing happens outside. The text is stored or said, and never read as anything else.
 */
export async function generateText(work: Change, stages: TurnStages, wanted: WantedText): Promise<Change> {
  const { flowId, place, input } = wanted;
  const found = stepOf(work.state, stages, flowId);
  if (found === null) return work;
  const keep = (after: Change, result: RecordedText): Change => ({
    ...after,
    state: note(after.state, flowId, textKey(place), { kind: "generated", input, result }),
  });
  const { write } = stages;
  if (write === undefined)
    return keep(work, { ok: false, code: "generate.no_model", message: "no generative model is configured" });
  if (found.step.storeAs === undefined) return withGenerated(work, stages, wanted);
  const started = stages.stopwatch();
  const answer = await write(requestFor(work.state, stages, found));
  const state = spend(work.state, "generate", { usages: [answer.usage], milliseconds: stages.stopwatch() - started });
  return keep({ ...work, state }, recordedText(answer));
}

export const recordedText = (answer: TimelyAnswer): RecordedText =>
  answer.ok
    ? { ok: true, text: answer.text }
    : { ok: false, code: "generate.failed", message: `${answer.code}: ${answer.message}` };

interface Found {
  readonly frame: Frame;
  readonly step: StepOf<"generate">;
}

function stepOf(state: DialogueState, { assistant }: Stages, flowId: FlowId): Found | null {
  const frame = frameOf(state, flowId);
  const step = frame === null ? null : currentStep(assistant, frame);
  return frame === null || step?.type !== "generate" ? null : { frame, step };
}

/** What the model is asked for the step at which this frame is; null: it is at no such step. */
export function textRequest(state: DialogueState, stages: TurnStages, flowId: FlowId): WriteRequest | null {
  const found = stepOf(state, stages, flowId);
  return found === null ? null : requestFor(state, stages, found);
}

function requestFor(state: DialogueState, stages: TurnStages, { frame, step }: Found): WriteRequest {
  const { settings } = stages.assistant;
  return {
    instruction: step.instruction,
    data: visibleData(state, stages, { frame, step }),
    language: state.metadata.language ?? settings.language,
    milliseconds: Math.min(settings.models.nlu.timeoutSeconds * 1000, timeLeft(stages.caller)),
    caller: stages.caller,
    tokens: tokensLeft(state, stages),
  };
}

/** The named slots and nothing else; the sensitive ones among them only as being there. */
function visibleData(state: DialogueState, { assistant }: Stages, { frame, step }: Found) {
  const named = step.context.map((name) => [name, slotValue(state, frame.flowId, name)] as const);
  return maskFor(state, assistant).slots(frame.flow, Object.fromEntries(named));
}

/** What this turn may still spend on models. */
export function tokensLeft(state: DialogueState, { assistant }: Pick<Stages, "assistant">): number {
  const { inputTokens = 0, outputTokens = 0 } = state.turn?.usage ?? {};
  return assistant.settings.limits.tokensPerTurn - inputTokens - outputTokens;
}

/** Counts what a model that writes took. */
export function spend(
  state: DialogueState,
  stage: "generate" | "rephrase",
  taken: { readonly usages: readonly (Usage | null)[]; readonly milliseconds: number },
): DialogueState {
  const { turn } = state;
  if (turn === null) return state;
  const spent = [turn.usage, ...taken.usages].filter((part) => part !== null);
  const timing = addTime(turn.timing, stage, taken.milliseconds);
  return changeTurn(state, { usage: spent.length === 0 ? null : spent.reduce(addUsage), timing });
}
