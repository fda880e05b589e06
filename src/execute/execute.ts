import type { Command, CommandOf, CommandResult, CommandType, RefusalCode } from "../domain/command.ts";
import { type Delta, deltaBetween } from "../domain/delta.ts";
import { maskCommand } from "../domain/secrets/mask.ts";
import type { DialogueState } from "../domain/state.ts";
import type { PreparedCommand } from "../domain/validation.ts";
import { recordCommand } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { affirm } from "./affirm.ts";
import { cancelFlow } from "./cancel-flow.ts";
import { chooseFlow } from "./choose-flow.ts";
import { clearSlot, skipSlot } from "./clear-slot.ts";
import { custom } from "./custom.ts";
import type { Decided, Undecided } from "./decision.ts";
import { deny } from "./deny.ts";
import { chitchat, clarify, outOfScope, repeat } from "./digressions.ts";
import { type Effect, refuse } from "./effect.ts";
import { humanHandoff, releaseHandoff } from "./handoff.ts";
import { restartFlow } from "./restart-flow.ts";
import { resumeFlow } from "./resume-flow.ts";
import { setSlot } from "./set-slot.ts";
import { startFlow } from "./start-flow.ts";

type Handler<Type extends CommandType> = (
  state: DialogueState,
  command: CommandOf<Type>,
  given: {
    readonly context: TurnContext;
    readonly checks: PreparedCommand["checks"];
    readonly decided?: Decided | undefined;
  },
) => Effect | Undecided;

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

/** What a command led to, for the graph: the change of state, and what else it asks for. */
export type Execution = Omit<Effect, "state"> & { readonly delta: Delta };

/**
 * Executes one command against the state that the former ones left, and logs it, run or refused. Where the project has
 * to decide something first, nothing is done: the caller asks, and executes the command again with what was decided.
 */
export function execute(
  state: DialogueState,
  prepared: PreparedCommand & { readonly decided?: Decided },
  context: TurnContext,
): Execution | Undecided {
  const { command, checks, decided } = prepared;
  const handler = handlers[command.type] as Handler<CommandType>;
  // A person has the conversation: whatever the user presses meanwhile does nothing.
  const isHeld = state.metadata.handoff !== null && command.type !== "release_handoff";
  const effect = isHeld
    ? refuse(state, "conversation.handed_off")
    : handler(state, command as CommandOf<CommandType>, { context, checks, decided });
  if ("needs" in effect) return effect;
  const { state: after, ...rest } = effect;
  const logged = log(settleQuestion(state, after, effect), {
    command: maskCommand(command, context.assistant),
    effect,
  });
  return { ...rest, delta: deltaBetween(state, logged) };
}

/** Commands that never get their turn are logged too. */
export const refuseAll = (
  state: DialogueState,
  commands: readonly Command[],
  given: { readonly context: TurnContext; readonly code: RefusalCode },
): DialogueState =>
  commands.reduce(
    (now, command) =>
      log(now, { command: maskCommand(command, given.context.assistant), effect: refuse(now, given.code) }),
    state,
  );

/** An aside question ("which flow?", "really cancel?") is dropped once the user does something else. */
function settleQuestion(before: DialogueState, after: DialogueState, effect: Effect): DialogueState {
  const aside =
    after.pending?.kind === "cancel_confirmation" ||
    (after.pending?.kind === "choice" && after.pending.slot === undefined);
  const untouched = after.pending === before.pending;
  if (!aside || !untouched || effect.refused !== undefined || effect.digression !== undefined) return after;
  return { ...after, pending: null };
}

function log(state: DialogueState, entry: { command: Command; effect: Effect }): DialogueState {
  const { refused } = entry.effect;
  const result: CommandResult = {
    command: entry.command,
    result: refused === undefined ? "done" : "refused",
    ...(refused === undefined ? {} : { code: refused }),
  };
  return recordCommand(state, result);
}
