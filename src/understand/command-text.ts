import { type ClarifyKind, type Command, type CommandType, clarifyKinds } from "../engine/commands/command.ts";
import type { Json, JsonObject } from "../engine/json.ts";

/**
 * The short form of a command in labelled data: `start_flow book_flight`, `set_slot origin=New York`,
 * `clarify question topic=cabin`, `deny slot=origin`. Returns undefined for anything else.
 */
export const parseCommandText = (text: string): Command | undefined => {
  const [type = "", ...words] = text.trim().split(/\s+/);
  const { plain, named } = split(words);
  const [first] = plain;
  switch (type as CommandType) {
    case "start_flow":
      if (first === undefined) return undefined;
      return { type: "start_flow", flow: first, ...(Object.keys(named).length === 0 ? {} : { slots: named }) };
    case "choose_flow":
      return { type: "choose_flow", flows: plain };
    case "set_slot":
    case "correct_slot": {
      const [slot, value] = Object.entries(named)[0] ?? [];
      return slot === undefined || value === undefined ? undefined : { type: type as "set_slot", slot, value };
    }
    case "clear_slot":
    case "skip_slot":
      return first === undefined ? undefined : { type: type as "clear_slot", slot: first };
    case "resume_flow":
      return { type: "resume_flow", ...(first === undefined ? {} : { flow: first }) };
    case "deny":
      return { type: "deny", ...("slot" in named ? { slot: String(named["slot"]) } : {}) };
    case "clarify":
      if (!clarifyKinds.includes(first as ClarifyKind)) return undefined;
      return { type: "clarify", kind: first as ClarifyKind, topic: String(named["topic"] ?? "") };
    case "custom":
      return first === undefined ? undefined : { type: "custom", name: first, arguments: named };
    case "affirm":
    case "cancel_flow":
    case "restart_flow":
    case "chitchat":
    case "out_of_scope":
    case "repeat":
    case "human_handoff":
      return { type: type as "affirm" };
    default:
      return undefined;
  }
};

/** The reverse; what labels do not look at (confidence, reasons, hints) is left out. */
export const formatCommand = (command: Command): string => {
  switch (command.type) {
    case "start_flow":
      return words("start_flow", command.flow, ...named(command.slots ?? {}));
    case "choose_flow":
      return words("choose_flow", ...command.flows);
    case "set_slot":
    case "correct_slot":
      return words(command.type, ...named({ [command.slot]: command.value }));
    case "clear_slot":
    case "skip_slot":
      return words(command.type, command.slot);
    case "resume_flow":
      return words("resume_flow", command.flow ?? "");
    case "deny":
      return words("deny", command.slot === undefined ? "" : `slot=${command.slot}`);
    case "clarify":
      return words("clarify", command.kind, command.topic === "" ? "" : `topic=${command.topic}`);
    case "custom":
      return words("custom", command.name, ...named(command.arguments));
    default:
      return command.type;
  }
};

const words = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

const named = (values: JsonObject): readonly string[] =>
  Object.entries(values).map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);

/** `New York` after `destination=` belongs to the value: a value goes on to the next `name=`. */
const split = (list: readonly string[]): { readonly plain: readonly string[]; readonly named: JsonObject } => {
  const plain: string[] = [];
  const found: [string, string][] = [];
  for (const word of list) {
    const [, name, value] = /^([a-z_][a-z0-9_]*)=(.*)$/i.exec(word) ?? [];
    const last = found.at(-1);
    if (name !== undefined && value !== undefined) found.push([name, value]);
    else if (last === undefined) plain.push(word);
    else last[1] = `${last[1]} ${word}`;
  }
  return { plain, named: Object.fromEntries(found.map(([name, value]): [string, Json] => [name, value])) };
};
