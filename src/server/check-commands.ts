import type { Command } from "../engine/commands/command.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { OutgoingMessage } from "../engine/state/turn.ts";
import { isDeveloper, type Principal } from "./access/principal.ts";
import { ProblemError } from "./problems.ts";

/**
 * Commands that come typed. A yes or no to a question that is no longer open changes nothing. Beyond that, whoever is no
 * developer may send what the last reply offered, word for word. What a command may do is still decided when it runs.
 */
export function checkCommands(commands: readonly Command[], before: DialogueState, principal: Principal): void {
  for (const command of commands) {
    const answered = promptOf(command);
    if (answered !== null && answered !== openPrompt(before)) {
      throw new ProblemError("prompt.stale", "This question is no longer open. Nothing was changed.");
    }
    if (answered !== null || isDeveloper(principal)) continue;
    if (offered(before).has(canonical(command))) continue;
    throw new ProblemError(
      "command.forbidden",
      `'${command.type}' is not among what the last reply offered. Send what the user said as text instead.`,
    );
  }
}

const promptOf = (command: Command): string | null =>
  command.type === "affirm" || command.type === "deny" ? (command.promptId ?? null) : null;

const openPrompt = ({ pending }: DialogueState): string | null =>
  pending?.kind === "confirmation" || pending?.kind === "cancel_confirmation" ? pending.promptId : null;

const offered = ({ last }: DialogueState): ReadonlySet<string> =>
  new Set((last?.reply.messages ?? []).flatMap(commandsIn).map(canonical));

function commandsIn({ ui }: OutgoingMessage): readonly Command[] {
  if (ui === undefined) return [];
  const cards = [...(ui.card === undefined ? [] : [ui.card]), ...(ui.carousel ?? [])];
  const buttons = [...(ui.buttons ?? []), ...(ui.quickReplies ?? []), ...cards.flatMap((card) => card.buttons)];
  return buttons.map(({ command }) => command);
}

/** The same text for the same data, whatever the order of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
