import type { PreparedCommand } from "../assistant/validation.ts";
import { recordCommand } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { maskCommand } from "../secrets/mask.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { affirm } from "./affirm.ts";
import { cancelFlow } from "./cancel-flow.ts";
import { chooseFlow } from "./choose-flow.ts";
import { clearSlot, skipSlot } from "./clear-slot.ts";
import type { Command, CommandOf, CommandResult, CommandType, RefusalCode } from "./command.ts";
import { type CommandGiven, type CommandNext, type DecidedSoFar, refuse } from "./command-next.ts";
import { custom } from "./custom.ts";
import { deny } from "./deny.ts";
import { chitchat, clarify, outOfScope, repeat } from "./digressions.ts";
import { humanHandoff, releaseHandoff } from "./handoff.ts";
import { restartFlow } from "./restart-flow.ts";
import { resumeFlow } from "./resume-flow.ts";
import { setSlot } from "./set-slot.ts";
import { startFlow } from "./start-flow.ts";

type Handler<Type extends CommandType> = (
  state: DialogueState,
  command: CommandOf<Type>,
  given: CommandGiven,
) => Change<CommandNext>;

/** Typed over the union: a command without a handler does not compile. */
const handlers: { readonly [Type in CommandType]: Handler<Type> } = {
  start_flow: startFlow,
  choose_flow: chooseFlow,
  cancel_flow: cancelFlow,
  resume_flow: resumeFlow,
  restart_flow: restartFlow,
  set_slot: setSlot,
  correct_slot: setSlot,
  clear_slot: clearSlot,
  skip_slot: skipSlot,
  affirm,
  deny,
  clarify,
  chitchat,
  out_of_scope: outOfScope,
  repeat,
  human_handoff: humanHandoff,
  release_handoff: releaseHandoff,
  custom,
};

/**
 * Executes one command against the state that the former ones left, and logs it, run or refused. Where the project has
 * to decide something first, nothing is done: the caller asks, and executes the command again with what was decided.
 */
export function execute(
  state: DialogueState,
  prepared: PreparedCommand & { readonly decided?: DecidedSoFar },
  context: TurnContext,
): Change<CommandNext> {
  const { command, checks, decided = [] } = prepared;
  const handler = handlers[command.type] as Handler<CommandType>;
  // A person has the conversation: whatever the user presses by then does nothing.
  const isHeld = state.metadata.handoff !== null && command.type !== "release_handoff";
  const change = isHeld
    ? refuse(state, "conversation.handed_off")
    : handler(state, command as CommandOf<CommandType>, { context, checks, decided });
  if (change.next?.do === "decide") return change;
  const settled = settleQuestion(state, change, command);
  return { ...change, state: log(settled, maskCommand(command, context.assistant), change.next) };
}

/** Commands that never get their turn are logged too. */
export const refuseAll = (
  state: DialogueState,
  commands: readonly Command[],
  given: { readonly context: TurnContext; readonly code: RefusalCode },
): DialogueState =>
  commands.reduce(
    (now, command) => log(now, maskCommand(command, given.context.assistant), { do: "refuse", code: given.code }),
    state,
  );

/** An aside question ("which flow?", "really cancel?") is dropped once the user does something else. */
function settleQuestion(before: DialogueState, { state, next }: Change<CommandNext>, { type }: Command): DialogueState {
  const aside =
    state.pending?.kind === "cancel_confirmation" ||
    (state.pending?.kind === "choice" && state.pending.slot === undefined);
  const isTouched = state.pending !== before.pending;
  const isNothing = next?.do === "refuse" || next?.do === "digress" || type === "repeat";
  return !aside || isTouched || isNothing ? state : { ...state, pending: null };
}

function log(state: DialogueState, command: Command, next: CommandNext | undefined): DialogueState {
  const result: CommandResult =
    next?.do === "refuse" ? { command, result: "refused", code: next.code } : { command, result: "done" };
  return recordCommand(state, result);
}
