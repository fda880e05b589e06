import type { Command, CommandOf, RefusalCode } from "../domain/command.ts";
import type { Json } from "../domain/json.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { ConfirmStep } from "../domain/step.ts";
import { currentStep } from "../flow/current-step.ts";
import { equalJson } from "../flow/equal.ts";
import { ownerOf, topFrame } from "../flow/frames.ts";
import { impactOf } from "../flow/rewind.ts";
import { isFilled, slotValue } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import { type Effect, refuse } from "./effect.ts";

export type PendingPrompt =
  | { readonly kind: "confirmation"; readonly frame: Frame; readonly step: ConfirmStep }
  | { readonly kind: "cancel_confirmation"; readonly frame: Frame }
  | { readonly kind: "refused"; readonly code: RefusalCode };

/** The prompt that a yes or no may answer: shown in an earlier turn, unchanged since, and the one meant. */
export function pendingPrompt(
  state: DialogueState,
  context: TurnContext,
  command: CommandOf<"affirm"> | CommandOf<"deny">,
): PendingPrompt {
  const { pending } = state;
  const top = topFrame(state);
  if (top === null || (pending?.kind !== "confirmation" && pending?.kind !== "cancel_confirmation")) {
    return { kind: "refused", code: command.promptId === undefined ? "confirmation.none" : "prompt.stale" };
  }
  if (command.promptId !== undefined && command.promptId !== pending.promptId)
    return { kind: "refused", code: "prompt.stale" };
  if (pending.turn >= state.turnCount) return { kind: "refused", code: "confirmation.none" };
  if (pending.kind === "cancel_confirmation") return { kind: "cancel_confirmation", frame: top };
  const step = currentStep(context.assistant, top);
  return step?.type === "confirm"
    ? { kind: "confirmation", frame: top, step }
    : { kind: "refused", code: "confirmation.none" };
}

/** The one thing that an open question offers ("do you want to go on with this?"): a yes takes it. */
export function soleOffer(state: DialogueState, command: CommandOf<"affirm"> | CommandOf<"deny">): Command | null {
  const { pending } = state;
  if (pending?.kind !== "choice" || pending.slot !== undefined || command.promptId !== undefined) return null;
  const [only, ...others] = pending.options;
  return only !== undefined && others.length === 0 ? only.command : null;
}

/** A later command of the same message takes the yes back: "yes, but to Rome". */
export function isContradicted(state: DialogueState, context: TurnContext, frame: Frame): boolean {
  const isOwner = (command: { slot: string; flow?: string }): boolean =>
    ownerOf(state, context.assistant, command)?.flowId === frame.flowId;
  // What was shown stays as it was: the value that is there, or one that nothing so far has read.
  const isHarmless = ({ slot, value }: { slot: string; value: Json }): boolean => {
    const old = slotValue(state, frame.flowId, slot);
    if (isFilled(old)) return equalJson(old, value);
    return impactOf(state, context, { flowId: frame.flowId, slot }).kind === "none";
  };
  return (state.turn?.queue ?? []).some((command) => {
    switch (command.type) {
      case "deny":
        return true;
      case "set_slot":
      case "correct_slot":
        return isOwner(command) && !isHarmless(command);
      case "clear_slot":
        return isOwner(command);
      default:
        return false;
    }
  });
}

export function refusePrompt(state: DialogueState, context: TurnContext, code: RefusalCode): Effect {
  const name = code === "prompt.stale" ? "prompt_stale" : "nothing_to_confirm";
  // While a question is open or a flow active, the question that ends the turn says it all.
  const values = aboutScope(state, context);
  const silent = (state.pending !== null || topFrame(state) !== null) && code !== "prompt.stale";
  return refuse(state, code, silent ? [] : [pattern(name, values)]);
}
