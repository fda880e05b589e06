import type { Path } from "../config/locate.ts";
import type { Report } from "../config/report.ts";
import { isRecord } from "../config/source.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { TurnEvent } from "../engine/state/event.ts";
import type { ExpectedEvent } from "./conversation.ts";

/** The field that a short form compares: `flow_started: book_flight`. */
const subjects: Readonly<Record<TurnEvent["type"], string>> = {
  understood: "commands",
  doubted: "outcome",
  state_changed: "to",
  flow_started: "flow",
  flow_paused: "flow",
  flow_resumed: "flow",
  flow_ended: "flow",
  slot_set: "slot",
  slot_cleared: "slot",
  slot_rejected: "slot",
  slot_asked: "slot",
  step_completed: "step",
  step_failed: "step",
  expression_failed: "expression",
  rewound: "to",
  confirmation_asked: "step",
  confirmation_answered: "answer",
  action_started: "action",
  action_ended: "action",
  digressed: "kind",
  handed_off: "reason",
  quarantined: "during",
  session_expired: "flows",
  understanding_unavailable: "reason",
  sentence: "message",
  custom: "name",
};

const isEventType = (name: string): name is TurnEvent["type"] => Object.hasOwn(subjects, name);

/** `flow_started`, `flow_started: book_flight`, or the fields that count: `flow_ended: { flow, flowState }`. */
export function readEvents(
  list: readonly unknown[],
  reading: { readonly path: Path; readonly report: Report },
): readonly ExpectedEvent[] {
  return list.flatMap((item, index) => readEvent(item, { ...reading, path: [...reading.path, index] }));
}

function readEvent(
  item: unknown,
  { path, report }: { readonly path: Path; readonly report: Report },
): readonly ExpectedEvent[] {
  const [entry, ...others] = typeof item === "string" ? [[item, undefined] as const] : entriesOf(item);
  if (entry === undefined || others.length > 0) {
    report.add({
      code: "config.invalid_value",
      path,
      message: "An event is one name, such as flow_started: book_flight.",
    });
    return [];
  }
  const [type, argument] = entry;
  if (!isEventType(type)) {
    report.unknown({ code: "config.invalid_value", path, kind: "event", name: type, valid: Object.keys(subjects) });
    return [];
  }
  if (argument === undefined) return [{ type, fields: {} }];
  const fields = isRecord(argument) ? (argument as JsonObject) : { [subjects[type]]: argument as Json };
  return [{ type, fields }];
}

const entriesOf = (item: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(item) ? Object.entries(item) : [];
