import type { Command } from "../engine/commands/command.ts";
import type { Understander } from "../understand/understander.ts";

/** Message to commands, word for word. */
export type Script = Readonly<Record<string, readonly Command[]>>;

/** Understands exactly what it was told to; any other message gives no commands. */
export function scriptedUnderstander(script: Script): Understander {
  return {
    understand: async ({ message }) => {
      const commands = Object.hasOwn(script, message) ? (script[message] ?? []) : [];
      return { commands, confidence: commands.length > 0 ? 1 : 0, source: "script" };
    },
  };
}
