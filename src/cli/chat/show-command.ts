import type { Command } from "../../engine/commands/command.ts";
import { showTyped } from "../../engine/commands/typed-form.ts";
import type { Json } from "../../engine/json.ts";

/** A command as it would be typed, without the slash. */
export const showCommand = (command: Command): string => showTyped(command, { value: showValue });

const longest = 80;

/** As it would be typed; long lists and objects are cut. */
export function showValue(value: Json): string {
  if (typeof value === "string" && /^[^\s"'{}[\]=;]+$/.test(value)) return value;
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
