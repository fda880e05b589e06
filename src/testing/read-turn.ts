import type { Locate, Path } from "../config/locate.ts";
import type { Report } from "../config/report.ts";
import { readBySchema } from "../config/schema/read.ts";
import { isRecord } from "../config/source.ts";
import type { JsonObject } from "../engine/json.ts";
import type { ConversationTurn, TurnInput } from "./conversation.ts";
import { type TurnContent, turnSchema } from "./conversation-schema.ts";
import { parseDuration } from "./duration.ts";
import { readCommands } from "./read-command.ts";
import { readEvents } from "./read-event.ts";

export interface TurnReading {
  readonly path: Path;
  readonly report: Report;
  readonly locate: Locate;
  readonly custom: readonly string[];
}

export function readTurn(data: unknown, reading: TurnReading): ConversationTurn | null {
  const { path, report, locate } = reading;
  const content = readBySchema(turnSchema, data, reading).value;
  if (content === null) return null;
  const input = readInput(content, reading);
  const after = content.after === undefined ? 0 : parseDuration(content.after);
  if (after === null) {
    const message = `'${content.after}' is no time to wait; write 40m or 1h 30m.`;
    report.add({ code: "config.invalid_value", path: [...path, "after"], message });
  }
  if (input === null || after === null) return null;
  const { user: _user, commands: _commands, api: _api, after: _after, events, no_events, ...expectations } = content;
  const keys = Object.keys(content);
  return {
    ...expectations,
    input,
    after,
    ...(events === undefined ? {} : { events: readEvents(events, { report, path: [...path, "events"] }) }),
    ...(no_events === undefined ? {} : { no_events: readEvents(no_events, { report, path: [...path, "no_events"] }) }),
    line: locate(path).line,
    lines: Object.fromEntries(keys.map((key) => [key, locate([...path, key], { atKey: true }).line])),
  };
}

function readInput(content: TurnContent, reading: TurnReading): TurnInput | null {
  const { path, report } = reading;
  if (content.api !== undefined) return readApi(content.api, reading);
  const commands =
    content.commands === undefined
      ? undefined
      : readCommands(content.commands, { ...reading, path: [...path, "commands"] });
  if (content.user === undefined && commands === undefined) {
    const message = "A turn needs what the user says ('user:'), 'commands:', or both.";
    report.add({ code: "config.missing_key", path, message });
    return null;
  }
  return { kind: "message", text: content.user ?? "", ...(commands === undefined ? {} : { commands }) };
}

function readApi(api: unknown, { path, report }: TurnReading): TurnInput | null {
  if (api === "release_handoff") return { kind: "release_handoff" };
  const start = isRecord(api) ? api["start_flow"] : undefined;
  if (typeof start === "string") return { kind: "start_flow", flow: start };
  if (isRecord(start) && typeof start["flow"] === "string") {
    const { flow, slots } = start;
    return { kind: "start_flow", flow, ...(isRecord(slots) ? { slots: slots as JsonObject } : {}) };
  }
  const message = "'api' is release_handoff, or start_flow with a flow and its slots.";
  report.add({ code: "config.invalid_value", path: [...path, "api"], message });
  return null;
}
