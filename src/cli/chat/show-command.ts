import type { Command } from "../../engine/commands/command.ts";
import type { Json, JsonObject } from "../../engine/json.ts";

/** A command as it would be typed, without the slash. */
export function showCommand(command: Command): string {
  const { type, ...rest } = command;
  switch (command.type) {
    case "start_flow":
      return words(type, command.flow, command.newInstance === true ? "(another one)" : "", pairs(command.slots ?? {}));
    case "set_slot":
    case "correct_slot":
      return words(type, pairs({ [command.slot]: command.value }), flowOf(command.flow));
    case "clear_slot":
    case "skip_slot":
      return words(type, command.slot, flowOf(command.flow));
    case "clarify":
      return words(type, command.kind, command.topic);
    case "choose_flow":
      return words(type, ...command.flows);
    case "custom":
      return words(type, command.name, pairs(command.arguments));
    default:
      // The others have at most one word of interest; prompt ids are for machines.
      return words(
        type,
        ...Object.entries(rest).flatMap(([name, value]) => (name === "promptId" ? [] : [String(value)])),
      );
  }
}

const longest = 80;

/** As it would be typed; long lists and objects are cut. */
export function showValue(value: Json): string {
  if (typeof value === "string" && /^[^\s"'{}[\]=;]+$/.test(value)) return value;
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

const pairs = (values: JsonObject): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${showValue(value)}`)
    .join(" ");

const flowOf = (flow: string | undefined): string => (flow === undefined ? "" : `flow=${flow}`);

const words = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");
