import type { ActionContext } from "../../engine/assistant/action.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { hidden } from "../../engine/assistant/slot.ts";
import { evaluate } from "../../engine/expression/evaluate.ts";
import { readPath } from "../../engine/expression/read-path.ts";
import { equalJson } from "../../engine/flow/digest.ts";
import { isFilled } from "../../engine/flow/slots.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import type { TurnEvent } from "../../engine/state/event.ts";
import type { AuditEntry } from "../../engine/state/store.ts";
import { sampleOf } from "../../testing/explore/sample-value.ts";

/** A call of an action, as the trace tells it: where it was made, what the slots were, and what came of it. */
export interface RecordedCall {
  readonly action: string;
  readonly place: string;
  readonly at: number;
  readonly flow: string | null;
  readonly step: string | null;
  readonly before: JsonObject;
  readonly outcome:
    | { readonly ok: true; readonly after: JsonObject }
    | { readonly ok: false; readonly message: string };
}

/** The task, its steps up to the call and the round: what a key says besides the conversation, the time and the number. */
function placeOf(key: string, conversationId: string): string {
  const rest = key.startsWith(`${conversationId}:`) ? key.slice(conversationId.length + 1) : key;
  const [task = "", ...path] = rest.split(":");
  const dot = task.lastIndexOf(".");
  return `${dot < 0 ? task : task.slice(0, dot)}:${path.slice(0, -1).join(":")}`;
}

export function recordedCalls(conversationId: string, audit: readonly AuditEntry[]): readonly RecordedCall[] {
  const slots = new Map<string, Record<string, Json>>();
  const active = new Map<string, string>();
  const of = (flow: string): Record<string, Json> => {
    const id = active.get(flow) ?? flow;
    const found = slots.get(id) ?? {};
    slots.set(id, found);
    return found;
  };
  const note = (event: TurnEvent): void => {
    if (event.type === "flow_started" || event.type === "flow_resumed") active.set(event.flow, event.flowId);
    if (event.type === "slot_set") of(event.flow)[event.slot] = event.value;
    if (event.type === "slot_cleared") delete of(event.flow)[event.slot];
  };
  const calls: RecordedCall[] = [];
  for (const { events, at } of audit) {
    events.forEach((event, index) => {
      note(event);
      if (event.type !== "action_started") return;
      const later = events.slice(index + 1);
      const end = later.find((each) => each.type === "action_ended" && each.key === event.key);
      const done = later.find((each) => each.type === "step_completed" || each.type === "step_failed");
      const { flow, step } =
        done?.type === "step_completed" || done?.type === "step_failed" ? done : { flow: null, step: null };
      const before = { ...(flow === null ? {} : of(flow)) };
      const failed = end?.type !== "action_ended" || end.result === "failed" || done?.type === "step_failed";
      calls.push({
        action: event.action,
        place: placeOf(event.key, conversationId),
        at,
        flow,
        step,
        before,
        outcome: failed
          ? { ok: false, message: done?.type === "step_failed" ? done.message : "it failed" }
          : { ok: true, after: written(before, later, { flow, end }) },
      });
    });
  }
  return calls;
}

/** The slots once the outputs are stored: whatever the events right after the end of the action say. */
function written(
  before: JsonObject,
  later: readonly TurnEvent[],
  { flow, end }: { readonly flow: string | null; readonly end: TurnEvent | undefined },
): JsonObject {
  const after: Record<string, Json> = { ...before };
  for (const event of later.slice(end === undefined ? 0 : later.indexOf(end) + 1)) {
    if (event.type === "slot_set" && event.flow === flow && event.by === "action") after[event.slot] = event.value;
    else if (event.type === "slot_cleared" && event.flow === flow) delete after[event.slot];
    else if (event.type === "step_completed") break;
  }
  return after;
}

/** What the recorded call was given, by the contracts and steps of the version that made it. */
function inputOf(call: RecordedCall, assistant: Assistant, session: JsonObject): JsonObject {
  const step = stepOf(call, assistant);
  const input: Record<string, Json> = {};
  const lookup = (path: readonly string[]): Json | undefined =>
    path[0] === "session" ? readPath(session, path.slice(1)) : readPath(call.before, path);
  for (const { name } of assistant.actions.get(call.action)?.inputs ?? []) {
    const assignment = step?.inputs[name];
    const value =
      assignment === undefined
        ? call.before[name]
        : assignment.kind === "literal"
          ? assignment.value
          : evaluate(assignment.expression, { lookup, now: call.at, timezone: assistant.settings.timezone });
    if (value !== undefined && isFilled(value)) input[name] = value;
  }
  return input;
}

const stepOf = ({ flow, step }: RecordedCall, { flows }: Assistant) => {
  const found = flow === null || step === null ? undefined : flows.get(flow)?.steps.get(step);
  return found?.type === "action" ? found : undefined;
};

export interface Recording {
  readonly calls: readonly RecordedCall[];
  readonly session: JsonObject;
}

export interface StandIns {
  readonly actions: Readonly<Record<string, (input: JsonObject, context: ActionContext) => JsonObject>>;
  /** Calls since it was last asked that nothing recorded stands for, as `action at place`. */
  readonly takeInvented: () => readonly string[];
}

/** The version that is tried, and the one that recorded: the same, unless somebody says otherwise. */
export interface Versions {
  readonly assistant: Assistant;
  readonly was: Assistant;
}

/** Stands in for all actions of the assistant: none of the project's own is ever called. */
export function standIns(
  { assistant, was }: Versions,
  recordingOf: (conversationId: string) => Recording | undefined,
): StandIns {
  let invented: string[] = [];
  const stand = (action: string) => (input: JsonObject, context: ActionContext) => {
    const place = placeOf(context.idempotencyKey, context.conversationId);
    const { calls = [], session = {} } = recordingOf(context.conversationId) ?? {};
    const call = calls.find(
      (each) =>
        each.action === action &&
        each.place === place &&
        equalJson(shown(inputOf(each, was, session), was), shown(input, was)),
    );
    const outputs = assistant.actions.get(action)?.outputs ?? [];
    if (call === undefined) {
      invented.push(
        `${action} at ${place.slice(place.indexOf(":") + 1)} with ${JSON.stringify(shown(input, assistant))}`,
      );
      return Object.fromEntries(outputs.map((name) => [name, sampleOf(assistant.slots.get(name))]));
    }
    if (!call.outcome.ok) throw new Error(call.outcome.message);
    const { after } = call.outcome;
    const names = stepOf(call, assistant)?.mapOutputs ?? {};
    return Object.fromEntries(outputs.map((name) => [name, after[names[name] ?? name] ?? null]));
  };
  return {
    actions: Object.fromEntries([...assistant.actions.keys()].map((name) => [name, stand(name)])),
    takeInvented: () => {
      const taken = invented;
      invented = [];
      return taken;
    },
  };
}

const isSecret = (name: string, { slots, flows }: Assistant): boolean =>
  [slots, ...[...flows.values()].map((flow) => flow.slots)].some(
    (each) => (each.get(name)?.sensitive ?? false) !== false,
  );

/** A secret is not kept once its task has ended: only that there is one can be compared. */
const shown = (input: JsonObject, assistant: Assistant): JsonObject =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isSecret(name, assistant) ? hidden : value]));
