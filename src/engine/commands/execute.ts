import type { PreparedCommand } from "../assistant/validation.ts";
import { equalJson } from "../flow/digest.ts";
import { recordCommand } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { maskCommand } from "../secrets/mask.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { isAside } from "../steps/step.ts";
import { rememberChanges } from "./changes-of-messages.ts";
import type { Command, CommandResult, RefusalCode } from "./command.ts";
import { type CommandNext, type DecidedSoFar, refuse, type TakesBackYes } from "./command-next.ts";
import { commands } from "./commands.ts";
import type { CommandDefinition } from "./define-command.ts";

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
  const definition = commands[command.type] as CommandDefinition;
  // A person has the conversation: whatever the user presses by then does nothing.
  const isHeld = state.metadata.handoff !== null && command.type !== "release_handoff";
  const executed = isHeld
    ? refuse(state, "conversation.handed_off")
    : definition.execute(state, command, { context, checks, decided, takesBackYes });
  if (executed.next?.do === "decide") return executed;
  const waiting = executed.next === undefined ? waitingFor(state, command) : [];
  const change: Change<CommandNext> =
    waiting.length === 0 ? executed : { ...executed, next: { do: "execute", commands: waiting } };
  const settled = rememberChanges(state, settleQuestion(state, change, command), context);
  return { ...change, state: log(settled, maskCommand(command, context.assistant), change.next) };
}

/** Commands that waited for the user to choose among the options of the open question. */
const waitingFor = ({ pending }: DialogueState, command: Command): readonly Command[] =>
  (pending?.kind === "choice" ? pending.options.find((option) => equalJson(option.command, command)) : undefined)
    ?.also ?? [];

const takesBackYes = ({ type }: Command): TakesBackYes | undefined =>
  (commands[type] as CommandDefinition).takesBackYes;

/** Commands that never get their turn are logged too. */
export const refuseAll = (
  state: DialogueState,
  unread: readonly Command[],
  given: { readonly context: TurnContext; readonly code: RefusalCode },
): DialogueState =>
  unread.reduce(
    (now, command) => log(now, maskCommand(command, given.context.assistant), { do: "refuse", code: given.code }),
    state,
  );

/** An aside question ("which flow?", "really cancel?") is dropped once the user does something else. */
function settleQuestion(before: DialogueState, { state, next }: Change<CommandNext>, { type }: Command): DialogueState {
  const aside =
    state.pending?.kind === "cancel_confirmation" || (state.pending?.kind === "choice" && isAside(state.pending));
  const isTouched = state.pending !== before.pending;
  const isNothing = next?.do === "refuse" || next?.do === "digress" || type === "repeat";
  return !aside || isTouched || isNothing ? state : { ...state, pending: null };
}

function log(state: DialogueState, command: Command, next: CommandNext | undefined): DialogueState {
  const result: CommandResult =
    next?.do === "refuse" ? { command, result: "refused", code: next.code } : { command, result: "done" };
  return recordCommand(state, result);
}
