import type { FlowId } from "../domain/ids.ts";
import type { Outcome } from "../domain/outcome.ts";
import { maskFor } from "../domain/secrets/mask.ts";
import type { Frame } from "../domain/state.ts";
import type { GenerateStep } from "../domain/step.ts";
import { conforms } from "../flow/conforms.ts";
import { currentStep } from "../flow/current-step.ts";
import { completeStep } from "../flow/cursor.ts";
import { frameOf } from "../flow/frames.ts";
import { fillDefaults, slotDefinition, slotValue, storeSlot } from "../flow/slots.ts";
import { fail } from "../steps/fail.ts";
import { timeLeft } from "../turn/call-project-code.ts";
import { addUsage } from "../understand/usage.ts";
import { addTime } from "./add-time.ts";
import { tokensLeft } from "./put-into-words.ts";
import type { TurnStages } from "./stages.ts";
import { changeTurn, contextOf, type Work, withOutcomes } from "./work.ts";

/**
 * Has the model write the text of a `generate` step. Part of the turn and not an action: nothing happens outside, so
 * after a crash it is written again. The text is stored or said, and never read as anything else.
 */
export async function generateText(work: Work, stages: TurnStages, flowId: FlowId): Promise<Work> {
  const frame = frameOf(work.state, flowId);
  const step = frame === null ? null : currentStep(stages.assistant, frame);
  if (frame === null || step?.type !== "generate") return work;
  const { write, assistant } = stages;
  if (write === undefined)
    return failed(work, stages, { code: "generate.no_model", message: "no generative model is configured" });
  const { settings } = assistant;
  const ready: Work = { ...work, state: fillDefaults(work.state, assistant, { frame, slots: step.context }) };
  const started = stages.stopwatch();
  const answer = await write({
    instruction: step.instruction,
    data: visibleData(ready, stages, { frame, step }),
    language: ready.state.metadata.language ?? settings.language,
    milliseconds: Math.min(settings.models.nlu.timeoutSeconds * 1000, timeLeft(stages.caller)),
    caller: stages.caller,
    tokens: tokensLeft(ready.state, stages),
  });
  const written = spend(ready, answer.usage, stages.stopwatch() - started);
  return answer.ok
    ? keep(written, stages, { frame, step, text: answer.text })
    : failed(written, stages, { code: "generate.failed", message: `${answer.code}: ${answer.message}` });
}

/** The named slots and nothing else; the sensitive ones among them only as being there. */
function visibleData(work: Work, { assistant }: TurnStages, at: { frame: Frame; step: GenerateStep }) {
  const named = at.step.context.map((name) => [name, slotValue(work.state, at.frame.flowId, name)] as const);
  return maskFor(work.state, assistant).slots(at.frame.flow, Object.fromEntries(named));
}

function spend(work: Work, usage: Parameters<typeof addUsage>[0] | null, milliseconds: number): Work {
  const { turn } = work.state;
  if (turn === null) return work;
  const spent = [turn.usage, usage].filter((part) => part !== null);
  const timing = addTime(turn.timing, "generate", milliseconds);
  return {
    ...work,
    state: changeTurn(work.state, { usage: spent.length === 0 ? null : spent.reduce(addUsage), timing }),
  };
}

function keep(work: Work, stages: TurnStages, done: { frame: Frame; step: GenerateStep; text: string }): Work {
  const context = contextOf(work.state, stages);
  const { frame, step, text } = done;
  const { flowId } = frame;
  if (step.storeAs === undefined) {
    // A text part is never read as a template, whatever braces the model wrote.
    const message = { source: text, parts: [{ kind: "text", text }] } as const;
    const said: Outcome = { kind: "said", flow: frame.flow, step: step.name, message, values: {}, rephrase: false };
    return withOutcomes({ ...work, state: completeStep(work.state, context, { flowId }) }, [said]);
  }
  const slot = slotDefinition(stages.assistant, frame, step.storeAs);
  if (slot === null || !conforms(slot, text))
    return failed(work, stages, { code: "generate.failed", message: `the text does not fit ${step.storeAs}` });
  const provenance = { by: "generate", step: step.name } as const;
  const stored = storeSlot(work.state, { flowId, slot, value: text, provenance });
  return { ...work, state: completeStep(stored, context, { flowId }) };
}

const failed = (work: Work, stages: TurnStages, failure: { code: string; message: string }): Work => ({
  ...work,
  state: fail(work.state, contextOf(work.state, stages), failure),
});
