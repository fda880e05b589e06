import type { CustomCommand } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import { record } from "../flow/record.ts";
import { pattern } from "../flow/values.ts";
import type { Decided, Undecided } from "./decision.ts";
import { done, type Effect, refuse } from "./effect.ts";

/** A project's own command: its handler answers with built-in commands and outcomes. */
export function custom(
  state: DialogueState,
  command: CustomCommand,
  { decided }: { readonly decided?: Decided | undefined },
): Effect | Undecided {
  if (decided?.on !== "custom") return { needs: { on: "custom", name: command.name, arguments: command.arguments } };
  if ("refused" in decided)
    return refuse(state, decided.refused, decided.refused === "command.failed" ? [pattern("internal_error")] : []);
  const { commands, outcomes = [] } = decided.effect;
  const noted = record(state, { type: "custom", name: command.name, data: command.arguments });
  return { ...done(noted, outcomes), ...(commands === undefined ? {} : { next: commands }) };
}
