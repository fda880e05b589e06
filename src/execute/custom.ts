import type { CustomCommand } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import { record } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { done, type Effect, refuse } from "./effect.ts";

/** A project's own command: its handler is pure and answers with built-in commands and outcomes. */
export function custom(state: DialogueState, command: CustomCommand, { context }: { context: TurnContext }): Effect {
  const handler = context.customCommands.get(command.name);
  if (handler === undefined) return refuse(state, "command.unknown");
  const effect = handler(command.arguments, state);
  const noted = record(state, { type: "custom", name: command.name, data: command.arguments });
  return { ...done(noted, effect.outcomes ?? []), ...(effect.commands === undefined ? {} : { next: effect.commands }) };
}
