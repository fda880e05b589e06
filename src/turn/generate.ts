import type { StepOf } from "../engine/assistant/step.ts";
import { currentStep } from "../engine/flow/cursor.ts";
import { frameOf } from "../engine/flow/frames.ts";
import { slotValue } from "../engine/flow/slots.ts";
import { note } from "../engine/flow/tasks.ts";
import { maskFor } from "../engine/secrets/mask.ts";
import type { Change, Stop } from "../engine/state/change.ts";
import type { Frame } from "../engine/state/state.ts";
import type { RecordedText } from "../engine/state/task.ts";
import { textKey } from "../engine/steps/generate.ts";
import { timeLeft } from "../project-code/call-project-code.ts";
import { addUsage } from "../understand/usage.ts";
import { tokensLeft } from "./put-into-words.ts";
import { addTime, changeTurn, type TurnStages } from "./stages.ts";

/**
 * Has the model write the text of a `generate` step. Part of the turn and not an action: nothing happens outside, so
 * after a crash it is written again. The text is stored or said, and never read as anything else.
 */
export async function generateText(
  work: Change,
  stages: TurnStages,
  { flowId, place, input }: Extract<Stop, { readonly do: "generate" }>,
): Promise<Change> {
  const frame = frameOf(work.state, flowId);
  const step = frame === null ? null : currentStep(stages.assistant, frame);
  if (frame === null || step?.type !== "generate") return work;
  const { write, assistant } = stages;
  const keep = (after: Change, result: RecordedText): Change => ({
    ...after,
    state: note(after.state, flowId, textKey(place), { kind: "generated", input, result }),
  });
  if (write === undefined)
    return keep(work, { ok: false, code: "generate.no_model", message: "no generative model is configured" });
  const { settings } = assistant;
  const started = stages.stopwatch();
  const answer = await write({
    instruction: step.instruction,
    data: visibleData(work, stages, { frame, step }),
    language: work.state.metadata.language ?? settings.language,
    milliseconds: Math.min(settings.models.nlu.timeoutSeconds * 1000, timeLeft(stages.caller)),
    caller: stages.caller,
    tokens: tokensLeft(work.state, stages),
  });
  const written = spend(work, answer.usage, stages.stopwatch() - started);
  return keep(
    written,
    answer.ok
      ? { ok: true, text: answer.text }
      : { ok: false, code: "generate.failed", message: `${answer.code}: ${answer.message}` },
  );
}

/** The named slots and nothing else; the sensitive ones among them only as being there. */
function visibleData(work: Change, { assistant }: TurnStages, at: { frame: Frame; step: StepOf<"generate"> }) {
  const named = at.step.context.map((name) => [name, slotValue(work.state, at.frame.flowId, name)] as const);
  return maskFor(work.state, assistant).slots(at.frame.flow, Object.fromEntries(named));
}

function spend(work: Change, usage: Parameters<typeof addUsage>[0] | null, milliseconds: number): Change {
  const { turn } = work.state;
  if (turn === null) return work;
  const spent = [turn.usage, usage].filter((part) => part !== null);
  const timing = addTime(turn.timing, "generate", milliseconds);
  return {
    ...work,
    state: changeTurn(work.state, { usage: spent.length === 0 ? null : spent.reduce(addUsage), timing }),
  };
}
