import type { Command } from "../domain/command.ts";
import type { Json } from "../domain/json.ts";
import type { Usage } from "../domain/turn.ts";
import { type Understanding, unavailableReasons } from "../understand/understander.ts";
import { plainJson } from "../validate/plain-json.ts";

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
  const plain = plainJson(withoutAbsent(command)) as { readonly type?: Json } | null | undefined;
  return typeof plain?.type === "string" ? (plain as Command) : null;
}

/** An absent (undefined) field is fine, as in JSON. */
const withoutAbsent = (command: Command): unknown =>
  typeof command === "object" && command !== null && Object.values(command).includes(undefined)
    ? Object.fromEntries(Object.entries(command).filter(([, value]) => value !== undefined))
    : command;

const soundUsage = (usage: Usage): { readonly usage?: Usage } => {
  const plain = plainJson(withoutAbsent(usage as never));
  return plain === undefined ? {} : { usage: plain as unknown as Usage };
};
