import type { Command } from "../engine/commands/command.ts";
import type { Json } from "../engine/json.ts";
import type { Usage } from "../engine/state/turn.ts";
import { plainCopy, slotValueLimits } from "../project-code/plain-copy.ts";
import { type Understanding, unavailableReasons } from "../understand/understander.ts";

/**
 * What an understander said, without what cannot be stored. A turn that cannot be saved would be tried again for ever,
 * and keep every later message of its conversation waiting. What is left of it is checked when it is executed.
 */
export function soundUnderstanding({ commands, confidence, usage, source, unavailable }: Understanding): Understanding {
  const reason = unavailableReasons.find((known) => known === unavailable);
  return {
    commands: commands.map(soundCommand).filter((command) => command !== null),
    confidence: Number.isFinite(confidence) ? confidence : 0,
    ...(usage === undefined ? {} : soundUsage(usage)),
    ...(typeof source === "string" ? { source } : {}),
    // Code without types may say it in words of its own.
    ...(unavailable === undefined ? {} : { unavailable: reason ?? "failed" }),
  };
}

function soundCommand(command: Command): Command | null {
  const plain = plainCopy(command, slotValueLimits);
  return plain.ok && typeof (plain.value as { readonly type?: Json } | null)?.type === "string"
    ? (plain.value as unknown as Command)
    : null;
}

const soundUsage = (usage: Usage): { readonly usage?: Usage } => {
  const plain = plainCopy(usage);
  return plain.ok ? { usage: plain.value as unknown as Usage } : {};
};
