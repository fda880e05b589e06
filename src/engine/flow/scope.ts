import type { Expression } from "../assistant/expression.ts";
import type { Assignment } from "../assistant/step.ts";
import type { Template } from "../assistant/template.ts";
import { evaluate, isTrue } from "../expression/evaluate.ts";
import type { Scope } from "../expression/evaluation.ts";
import { readPath } from "../expression/read-path.ts";
import type { Json, JsonObject } from "../json.ts";
import { sensitiveSlots } from "../secrets/mask.ts";
import type { Frame } from "../state/frame.ts";
import { ofSlot, type TemplateValue, type TemplateValues } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { flowOf } from "./frames.ts";
import { record } from "./record.ts";
import { slotValue } from "./slots.ts";
import type { TurnContext } from "./turn-context.ts";

/** Names that expressions and templates can read: the frame's slots, session, outputs, errors. */
export function lookupIn(state: DialogueState, frame: Frame | null): (path: readonly string[]) => Json | undefined {
  return (path) => {
    const [first, ...rest] = path;
    if (first === undefined) return undefined;
    if (first === "session") return readPath(state.session, rest);
    if (first === "outputs") return outputsOf(state, rest);
    if (frame === null) return undefined;
    const local = localOf(frame, first);
    if (local !== undefined) return readPath(local, rest);
    return readPath(slotValue(state, frame.flowId, first), rest);
  };
}

/** The frame's last failure and its late correction, by the names that a flow reads them by. */
function localOf({ failure, change }: Frame, name: string): Json | undefined {
  switch (name) {
    case "_error_code":
      return failure?.code;
    case "_error_message":
      return failure?.message;
    case "_error_step":
      return failure?.step;
    case "_change":
      return change === null ? undefined : { ...change };
    default:
      return undefined;
  }
}

/** `outputs.<flow>.<name>`: of the last completed run of that flow. */
function outputsOf(state: DialogueState, path: readonly string[]): Json | undefined {
  const [flow, ...rest] = path;
  const last = state.metadata.completedFlows.findLast(
    (frame) => frame.flow === flow && frame.flowState === "completed",
  );
  return last === undefined ? undefined : readPath(last.outputs, rest);
}

export interface Evaluated<Value> {
  readonly state: DialogueState;
  readonly value: Value;
}

interface Reading {
  readonly frame: Frame | null;
  readonly context: Pick<TurnContext, "assistant" | "now" | "seen">;
}

/** What a replayed step saw outside of its task, it sees again. */
const seenBefore =
  (lookup: (path: readonly string[]) => Json | undefined, seen: JsonObject | undefined) =>
  (path: readonly string[]): Json | undefined => {
    const name = path.join(".");
    return seen !== undefined && Object.hasOwn(seen, name) ? seen[name] : lookup(path);
  };

export function evaluateIn(state: DialogueState, expression: Expression, reading: Reading): Evaluated<Json> {
  const { frame } = reading;
  const notes: string[] = [];
  const scope: Scope = {
    lookup: seenBefore(lookupIn(state, frame), reading.context.seen),
    now: reading.context.now,
    timezone: reading.context.assistant.settings.timezone,
    trace: (note) => notes.push(note),
  };
  const value = evaluate(expression, scope);
  if (notes.length === 0) return { state, value };
  const at = { flow: frame?.flow ?? null, step: frame?.step ?? null, expression: expression.source };
  const noted = notes.reduce((now, message) => record(now, { type: "expression_failed", ...at, message }), state);
  return { state: noted, value };
}

export function holds(state: DialogueState, expression: Expression, reading: Reading): Evaluated<boolean> {
  const evaluated = evaluateIn(state, expression, reading);
  return { state: evaluated.state, value: isTrue(evaluated.value) };
}

export function assignedValue(state: DialogueState, assignment: Assignment, reading: Reading): Evaluated<Json> {
  return assignment.kind === "literal"
    ? { state, value: assignment.value }
    : evaluateIn(state, assignment.expression, reading);
}

/** The slot that an assignment plainly passes on; null if it computes something. */
export function slotNamedBy(assignment: Assignment): string | null {
  if (assignment.kind === "literal" || assignment.expression.root.kind !== "path") return null;
  const [name, ...deeper] = assignment.expression.root.path;
  return name !== undefined && deeper.length === 0 ? name : null;
}

/** The values that a template needs, taken now: rendering happens later, in `respond/`. */
export function capture(state: DialogueState, template: Template | undefined, reading: Reading): TemplateValues {
  const values: Record<string, TemplateValue> = Object.create(null);
  if (template === undefined) return values;
  const lookup = lookupIn(state, reading.frame);
  const flow = reading.frame === null ? null : flowOf(reading.context.assistant, reading.frame);
  const sensitive = sensitiveSlots(reading.context.assistant);
  const changed = reading.frame?.change?.slot;
  for (const { path } of template.parts.filter((part) => part.kind === "path")) {
    const isSecret =
      path.some((name) => sensitive.has(name)) || (path[0] === "_change" && sensitive.has(String(changed)));
    const [root = "", ...deeper] = path;
    const slot = deeper.length > 0 ? undefined : flow?.slots.get(root);
    values[path.join(".")] = {
      ...ofSlot(slot ?? { type: "any" }, lookup(path) ?? null),
      ...(isSecret && path.at(-1) !== "slot" ? { secret: true } : {}),
    };
  }
  return values;
}
