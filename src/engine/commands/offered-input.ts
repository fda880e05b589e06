import type { Slot } from "../assistant/slot.ts";
import { changeFrame, frameNow, topFrame } from "../flow/frames.ts";
import { cellOf, slotDefinition } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Json } from "../json.ts";
import type { Change } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { offeredInput, withoutOffer } from "../steps/begin-flow.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done } from "./command-next.ts";
import { refusePrompt } from "./confirmation.ts";
import { changeSlot } from "./set-slot.ts";

interface Offer {
  readonly frame: Frame;
  readonly slot: Slot;
  readonly value: Json;
}

/** The value that was shown with the open question, in an earlier turn. */
function offerOf(state: DialogueState, { assistant }: TurnContext): Offer | null {
  const { pending, turn } = state;
  const frame = topFrame(state);
  if (pending?.kind !== "slot" || frame === null) return null;
  if (turn?.asked?.slot !== pending.slot || turn.asked.flowId !== frame.flowId) return null;
  const value = offeredInput(state, frame, pending.slot);
  const slot = slotDefinition(assistant, frame, pending.slot);
  return value === null || slot === null ? null : { frame, slot, value };
}

/** Yes or no to a value from an earlier task. Null: none was offered. */
export function answerOffer(
  state: DialogueState,
  command: CommandOf<"affirm"> | CommandOf<"deny">,
  given: CommandGiven,
): Change<CommandNext> | null {
  const offer = offerOf(state, given.context);
  if (offer === null) return null;
  const { frame, slot, value } = offer;
  if (command.type === "deny" && command.slot !== undefined && command.slot !== slot.name) return null;
  const { pending } = state;
  const isStale =
    command.promptId !== undefined && pending?.kind === "slot" && command.promptId !== (pending.offer ?? null);
  if (isStale) return refusePrompt(state, given.context, "prompt.stale");
  if (command.type === "affirm") {
    const target = { frame, slot, cell: cellOf(state, frame.flowId, slot.name) };
    return changeSlot(state, given, { target, check: { ok: true, value }, raw: value });
  }
  const { question } = frameNow(state, frame);
  const left = changeFrame(withoutOffer(state, frame, slot.name), frame.flowId, {
    question: { ...question, reask: null },
  });
  return done({ ...left, pending: null });
}
