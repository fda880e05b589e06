import type { CommandOf } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import { completeStep } from "../flow/cursor.ts";
import { changeFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { slotDefinition, storeSlot } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { cancelNow } from "./cancel-flow.ts";
import { isContradicted, pendingPrompt, refusePrompt, soleOffer } from "./confirmation.ts";
import { done, type Effect, refuse } from "./effect.ts";

/** The only way past a confirmation. Its frame then runs before anything else that the message said. */
export function affirm(
  state: DialogueState,
  command: CommandOf<"affirm">,
  { context }: { context: TurnContext },
): Effect {
  const offered = soleOffer(state, command);
  if (offered !== null) return { ...done({ ...state, pending: null }), next: [offered] };
  const prompt = pendingPrompt(state, context, command);
  if (prompt.kind === "refused") return refusePrompt(state, context, prompt.code);
  if (prompt.kind === "cancel_confirmation")
    return cancelNow({ ...state, pending: null }, context, "the user cancelled");
  const { frame, step } = prompt;
  if (isContradicted(state, context, frame)) return refuse(state, "confirmation.contradicted");
  const answered = record(
    { ...state, pending: null },
    { type: "confirmation_answered", flow: frame.flow, step: step.name, answer: "affirmed" },
  );
  const slot = step.slot === undefined ? null : slotDefinition(context.assistant, frame, step.slot);
  const stored =
    slot === null
      ? answered
      : storeSlot(answered, {
          flowId: frame.flowId,
          slot,
          value: true,
          provenance: { by: "confirm", step: step.name },
        });
  const noted = changeFrame(stored, frame.flowId, { affirmed: [...frame.affirmed, step.name] });
  const moved = completeStep(noted, context, { flowId: frame.flowId, target: step.onConfirm });
  return { ...done(moved), runOnly: frame.flowId };
}
