import type { UiButton } from "../../engine/assistant/ui.ts";
import type { Command } from "../../engine/commands/command.ts";
import { readTypedCommands } from "./typed-command.ts";

const views = ["state", "why", "save", "release", "help", "quit"] as const;
type View = (typeof views)[number];

/** What a line in the chat asks for. */
export type Line =
  | { readonly kind: "nothing" }
  | { readonly kind: "message"; readonly text: string; readonly commands?: readonly Command[] }
  | { readonly kind: "view"; readonly view: View }
  | { readonly kind: "mistake"; readonly problem: string };

/** `choices` are the numbered ones of the last message: a number sends the command of that one. */
export function readLine(line: string, choices: readonly UiButton[]): Line {
  const text = line.trim();
  if (text === "") return { kind: "nothing" };
  const chosen = /^\d{1,3}$/.test(text) ? choices[Number(text) - 1] : undefined;
  if (chosen !== undefined) return { kind: "message", text: chosen.label, commands: [chosen.command] };
  if (!text.startsWith("/")) return { kind: "message", text };
  const view = views.find((name) => text === `/${name}`);
  if (view !== undefined) return { kind: "view", view };
  const typed = readTypedCommands(text, views);
  return typed.ok ? { kind: "message", text, commands: typed.commands } : { kind: "mistake", problem: typed.problem };
}
