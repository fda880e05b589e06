import type { ReactNode } from "react";
import type { CommandResult } from "../../../src/engine/commands/command.ts";
import { shownFields } from "./describe-data.ts";
import { words } from "./words.ts";

interface CommandsProps {
  readonly commands: readonly CommandResult[];
}

/** What was understood, and what became of it. */
export function CommandsPanel({ commands }: CommandsProps): ReactNode {
  return (
    <section className="panel" aria-label={words.commands}>
      <h3>{words.commands}</h3>
      {commands.length === 0 && <p className="nothing">{words.commandsEmpty}</p>}
      <CommandLines commands={commands} />
    </section>
  );
}

export function CommandLines({ commands }: CommandsProps): ReactNode {
  return (
    <ul className="lines">
      {commands.map(({ command, result, code }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a finished turn's commands never move
        <li key={index} data-result={result}>
          <strong>{command.type}</strong> <code>{shownFields(command)}</code>{" "}
          <span className="chip">{code === undefined ? result : `${result}: ${code}`}</span>
        </li>
      ))}
    </ul>
  );
}
