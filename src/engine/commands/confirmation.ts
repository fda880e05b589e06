import { currentStep } from "../flow/cursor.ts";
import { groupOf, topFrame } from "../flow/frames.ts";
import { turnOf } from "../flow/record.ts";
import { shownBy } from "../flow/shown.ts";
import { placeOf, taskIdOf, taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answered } from "../state/task.ts";
import { type Confirmation, signOf } from "../steps/confirm.ts";
import { renewalAt, renewalKey } from "../steps/renewed-yes.ts";
import { tryTask } from "../steps/try-task.ts";
import type { Command, CommandOf, RefusalCode } from "./command.ts";
import { type CommandGiven, type CommandNext, refuse } from "./command-next.ts";

export type PendingPrompt =
  | { readonly kind: "confirmation"; readonly confirmation: Confirmation }
  | { readonly kind: "cancel_confirmation"; readonly frame: Frame }
  | { readonly kind: "refused"; readonly code: RefusalCode };

/** The prompt that a yes or no may answer: shown in an earlier turn, the one meant, and showing the same now. */
export function pendingPrompt(
  state: DialogueState,
  context: TurnContext,
  command: CommandOf<"affirm"> | CommandOf<"deny">,
): PendingPrompt {
  const { pending } = state;
  const top = topFrame(state);
  const none = {
    kind: "refused",
    code: command.promptId === undefined ? "confirmation.none" : "prompt.stale",
  } as const;
  if (top === null) return none;
  const meant = command.promptId;
  if (pending?.kind === "cancel_confirmation") {
    if (meant !== undefined && meant !== pending.promptId) return { kind: "refused", code: "prompt.stale" };
    return pending.turn < state.turnCount
      ? { kind: "cancel_confirmation", frame: top }
      : { kind: "refused", code: "confirmation.none" };
  }
  const { asked } = turnOf(state);
  if (asked?.promptId == null || taskIdOf(asked.flowId) !== taskIdOf(top.flowId)) return none;
  if (meant !== undefined && meant !== asked.promptId) return { kind: "refused", code: "prompt.stale" };
  const now = confirmationNow(state, context, top);
  // What the same message said before is part of what would be shown.
  if (now === null || signOf(now) !== asked.shown) return { kind: "refused", code: "confirmation.contradicted" };
  return { kind: "confirmation", confirmation: now };
}

function confirmationNow(state: DialogueState, context: TurnContext, top: Frame): Confirmation | null {
  const task = taskOf(state, top.flowId);
  if (task.stale === undefined) return confirmationAt(state, context, top);
  const tried = tryTask(state, context, task);
  if (tried.kind !== "possible") return null;
  const frame = topFrame(tried.state);
  return frame === null ? null : confirmationAt(tried.state, context, frame);
}

/** What the frame asks to be confirmed: by a confirm step, or once more at an action. */
function confirmationAt(state: DialogueState, context: TurnContext, frame: Frame): Confirmation | null {
  const step = currentStep(context.assistant, frame);
  if (step?.type === "confirm") {
    const shown = shownBy(state, context, { frame, message: step.message });
    return { frame, step, flow: frame.flow, key: placeOf(frame), shown };
  }
  const renewal = step?.type === "action" ? renewalAt(state, { step, frame, context }) : null;
  return renewal === null ? null : { frame, ...renewal, key: renewalKey(frame) };
}

export const answeredBy = ({ step, flow, shown }: Confirmation, answer: Answered["answer"]): Answered => ({
  kind: "answered",
  answer,
  shown: shown.values,
  cells: shown.cells,
  text: { flow, step: step.name },
});

/** One yes or no answers one prompt. */
export const withoutPrompt = (state: DialogueState): DialogueState => ({
  ...state,
  pending: null,
  turn: { ...turnOf(state), asked: null },
});

/**
 * The one thing that an open question offered in an earlier turn ("do you want to go on with this?"): a yes takes it. Of several
 * readings of a value it takes the first, which is the likeliest.
 */
export function soleOffer(state: DialogueState, command: CommandOf<"affirm"> | CommandOf<"deny">): Command | null {
  const { pending } = state;
  if (pending?.kind !== "choice" || command.promptId !== undefined || pending.turn === state.turnCount) return null;
  const [first, ...others] = pending.options;
  const isTaken = pending.asks === "value" || (pending.slot === undefined && others.length === 0);
  return first !== undefined && isTaken ? first.command : null;
}

/** Something else in the message takes its yes back. */
export function isContradicted(
  state: DialogueState,
  { takesBackYes }: Pick<CommandGiven, "takesBackYes">,
  { frame }: Confirmation,
): boolean {
  const { queue, commands, events } = turnOf(state);
  const others = [...queue, ...commands.map(({ command }) => command)];
  const later = others.some((command) => takesBackYes(command) === "always");
  const refused = commands.some(
    ({ command, result }) => result === "refused" && takesBackYes(command) === "if_refused",
  );
  const rejected = events.some(({ type }) => type === "slot_rejected");
  return later || refused || rejected || groupOf(state, frame.flowId) === null;
}

export function refusePrompt(state: DialogueState, context: TurnContext, code: RefusalCode): Change<CommandNext> {
  const name = code === "prompt.stale" ? "prompt_stale" : "nothing_to_confirm";
  // While a question is open or a flow active, the question that ends the turn says it all.
  const values = aboutScope(state, context);
  const silent = (state.pending !== null || topFrame(state) !== null) && code !== "prompt.stale";
  return refuse(state, code, silent ? [] : [pattern(name, values)]);
}
