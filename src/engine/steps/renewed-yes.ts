import type { StepOf } from "../assistant/step.ts";
import { equalJson } from "../flow/digest.ts";
import { type Shown, shownBy } from "../flow/shown.ts";
import { cellOf, cellsBehind, slotValue } from "../flow/slots.ts";
import { cellKey, note, placeOf, recall, taskOf } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { type FlowId, flowId } from "../ids.ts";
import { type Json, withEntry, withIdEntry } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import type { Answered, Cell } from "../state/task.ts";
import { askToConfirm } from "./confirm.ts";
import type { StepGiven } from "./step.ts";

/** The key of a yes that is asked for once more, at the action itself. */
export const renewalKey = (frame: Frame): string => `${placeOf(frame)}?confirm`;

/**
 * An action runs only with what the last yes showed. Where a slot that it reads was shown otherwise, the same text is shown
 * again with what the slot holds now. Null: nothing stands in the way.
 */
export function renewedYes(state: DialogueState, given: StepGiven<StepOf<"action">>): Change<StepNext> | null {
  const { frame, context } = given;
  const renewal = renewalAt(state, given);
  if (renewal === null) return null;
  const key = renewalKey(frame);
  const known = recall(state, { flowId: frame.flowId, key, kind: "answered" });
  if (
    known?.answer === "yes" &&
    equalJson(known.shown, renewal.shown.values) &&
    equalJson(known.cells, renewal.shown.cells)
  )
    return { state: note(state, frame.flowId, key, known), say: [] };
  return askToConfirm(state, context, { frame, ...renewal, key });
}

/** What would have to be affirmed again at this action. */
export function renewalAt(state: DialogueState, { step, frame, context }: StepGiven<StepOf<"action">>) {
  const differing: Record<string, Json> = {};
  let last: ConfirmText | null = null;
  let seenHere = state;
  const yeses = yesesOf(state, frame.flowId);
  for (const name of step.reads) {
    const behind = cellsBehind(state, frame.flowId, name);
    const showing = yeses.flatMap((given) => shownIn(given, behind));
    const latest = showing.at(-1);
    const value = slotValue(state, frame.flowId, name);
    if (latest === undefined || equalJson(latest.value, value)) continue;
    differing[cellKey(cellOf(state, frame.flowId, name))] = value;
    seenHere = behind.reduce((now, cell) => holding(now, cell, value), seenHere);
    // A text that the flows no longer have can't be shown; one before it may.
    last = showing.flatMap(({ given }) => textOf(context, given)).at(-1) ?? last;
  }
  if (last === null) return null;
  const { flow, confirm, askedIn } = last;
  const owner = callersOf(state, askedIn).findLast((caller) => caller.flow === flow) ?? frame;
  const seen = shownBy(seenHere, context, { frame: owner, message: confirm.message });
  const shown: Shown = { ...seen, cells: { ...seen.cells, ...differing } };
  return { step: confirm, flow, shown };
}

/** What a yes showed of a slot: under its own name, or of what it was before a step of a called flow wrote over it. */
function shownIn(given: GivenYes, behind: readonly Cell[]) {
  const { cells } = given.yes;
  const key = behind.map(cellKey).find((each) => Object.hasOwn(cells, each));
  return key === undefined ? [] : [{ given, value: cells[key] ?? null }];
}

/** A caller's text is shown with what the called flow has made of its slots. Nothing but that text is read from this. */
const holding = (state: DialogueState, { flowId: id, slot }: Cell, value: Json): DialogueState => ({
  ...state,
  flowSlots: withIdEntry(state.flowSlots, id, withEntry(state.flowSlots[id] ?? {}, slot, value)),
});

interface GivenYes {
  readonly key: string;
  readonly yes: Answered;
}

interface ConfirmText {
  readonly flow: string;
  readonly confirm: StepOf<"confirm">;
  readonly askedIn: FlowId;
}

function textOf({ assistant }: TurnContext, { key, yes }: GivenYes): readonly ConfirmText[] {
  const { flow, step } = yes.text;
  const confirm = assistant.flows.get(flow)?.steps.get(step);
  return confirm?.type === "confirm" ? [{ flow, confirm, askedIn: frameIdOf(key) }] : [];
}

/** The frame and those that called it, outermost first. */
const callersOf = (state: DialogueState, id: FlowId): readonly Frame[] =>
  state.flowStack.filter(({ flowId }) => id === flowId || id.startsWith(`${flowId}/`));

const yesesOf = (state: DialogueState, id: FlowId): readonly GivenYes[] =>
  Object.entries(taskOf(state, id).journal).flatMap(([key, entry]) =>
    entry.kind === "answered" && entry.answer === "yes" && entry.closed !== true ? [{ key, yes: entry }] : [],
  );

const frameIdOf = (key: string): FlowId => flowId(key.slice(0, key.lastIndexOf("/")));
