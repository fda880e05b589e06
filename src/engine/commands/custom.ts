import { record } from "../flow/record.ts";
import { pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, decidedOn, done, refuse, undecided } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, optional } from "./field.ts";

const fields = {
  name: { kind: "own_name" },
  arguments: { kind: "own_arguments" },
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly custom: DataOf<typeof fields>;
  }
}

export const custom = defineCommand({
  type: "custom",
  fields,
  // Each has a line of its own where it is offered.
  prompt: null,
  typed: { about: "a command of this project", words: ["name"], pairs: "arguments" },
  button: true,
  execute: run,
});

/** A project's own command: its handler answers with built-in commands and outcomes. */
function run(
  state: DialogueState,
  command: CommandOf<"custom">,
  { decided: soFar }: CommandGiven,
): Change<CommandNext> {
  const decided = decidedOn(soFar, "custom");
  if (decided === undefined)
    return undecided(state, { on: "custom", name: command.name, arguments: command.arguments });
  if ("refused" in decided)
    return refuse(state, decided.refused, [
      pattern(decided.refused === "command.failed" ? "internal_error" : "not_possible"),
    ]);
  const { commands, outcomes = [] } = decided.effect;
  const noted = record(state, { type: "custom", name: command.name, data: command.arguments });
  return commands === undefined
    ? done(noted, outcomes)
    : { ...done(noted, outcomes), next: { do: "execute", commands } };
}
