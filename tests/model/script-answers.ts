import type { Command } from "../../src/engine/commands/command.ts";
import type { Json, JsonObject } from "../../src/engine/json.ts";
import type { Script } from "../../src/testing/index.ts";
import { isObject, listOf } from "./emulators/rule.ts";
import type { ReceivedRequest, ScriptedReply } from "./scripted-server.ts";

/** What a model would answer that understands exactly what the script says, in the shape that it was asked for. */
export const answerByScript = (script: Script, request: ReceivedRequest): ScriptedReply => {
  const message = messageIn(request.prompt);
  const commands = Object.hasOwn(script, message) ? (script[message] ?? []) : [];
  const answer = request.pass === "slots" ? slotValues(commands) : commandList(commands, request);
  return { kind: "text", text: JSON.stringify(answer) };
};

/** The last message in the prompt; what comes before it are demonstrations. */
const messageIn = (prompt: string): string => {
  const start = prompt.lastIndexOf("<message>\n") + "<message>\n".length;
  return JSON.parse(prompt.slice(start, prompt.indexOf("\n</message>", start))) as string;
};

const slotValues = (commands: readonly Command[]): JsonObject => ({
  values: commands.flatMap((command): Json[] =>
    command.type === "start_flow"
      ? Object.entries(command.slots ?? {}).map(([slot, value]) => ({ flow: command.flow, slot, value }))
      : [],
  ),
});

const commandList = (commands: readonly Command[], request: ReceivedRequest): JsonObject => {
  const variants = variantsOf(request);
  const entries = commands.flatMap((command): JsonObject[] => {
    if (command.type !== "start_flow") return [{ ...command } as JsonObject];
    const { slots = {}, ...start } = command;
    const values = Object.entries(slots).map(([slot, value]) => ({
      type: "set_slot",
      slot,
      value,
      flow: command.flow,
    }));
    return [start, ...(takesValuesOfStartedFlows(request) ? values : [])];
  });
  return { commands: entries.map((entry) => asAsked(entry, variants)), confidence: 0.95 };
};

/** Assistants that are small are asked once for the flow and its values. */
const takesValuesOfStartedFlows = ({ prompt }: ReceivedRequest): boolean => prompt.includes("<assistant>\n");

/** The schema of the answer, wherever the protocol has it; null if it asks for none. */
export const schemaOf = ({ body }: Pick<ReceivedRequest, "body">): JsonObject | null => {
  const at = (...path: readonly string[]): Json | undefined =>
    path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), body);
  const found =
    at("response_format", "json_schema", "schema") ??
    at("text", "format", "schema") ??
    at("output_config", "format", "schema");
  return isObject(found) ? found : null;
};

const variantsOf = (request: ReceivedRequest): readonly JsonObject[] => {
  const properties = schemaOf(request)?.["properties"];
  const list = isObject(properties) ? properties["commands"] : null;
  const items = isObject(list) ? list["items"] : null;
  return isObject(items) ? listOf(items["anyOf"]).filter(isObject) : [];
};

/** With a null for every field that the schema asks for and the script leaves out, and without those that it does not know. */
const asAsked = (entry: JsonObject, variants: readonly JsonObject[]): JsonObject => {
  for (const { properties } of variants) {
    if (!isObject(properties)) continue;
    const { type } = properties;
    const isThis =
      isObject(type) && (type["const"] === entry["type"] || listOf(type["enum"]).includes(entry["type"] ?? ""));
    if (isThis) return Object.fromEntries(Object.keys(properties).map((name) => [name, entry[name] ?? null]));
  }
  return entry;
};
