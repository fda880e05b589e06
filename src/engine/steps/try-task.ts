import { slotsOf } from "../flow/slots.ts";
import { doneEffects, isAffirmed, knownJournal, taskIdOf, taskOf, withTask } from "../flow/tasks.ts";
import type { BrokenRule, Trial, TurnContext } from "../flow/turn-context.ts";
import type { JsonObject } from "../json.ts";
import type { Stop } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { drive } from "./drive.ts";

/** Where a task would get with other answers. */
export type Verdict =
  | { readonly kind: "possible"; readonly state: DialogueState }
  /** Something that is done would have been done otherwise, or not at all. */
  | { readonly kind: "settled" }
  | { readonly kind: "broken"; readonly rule: BrokenRule }
  /** Something is done, and whether it would be done with the same depends on what a search finds. */
  | { readonly kind: "search"; readonly stop: Extract<Stop, { readonly do: "act" }> }
  /** A validator has to be asked first. */
  | { readonly kind: "check"; readonly stop: Extract<Stop, { readonly do: "check" }>; readonly slots: JsonObject };

/** Replays a task in a copy, before anything of the change is stored. */
export function tryTask(state: DialogueState, context: TurnContext, task: Task): Verdict {
  const trial: Trial = { met: new Set(), broken: null };
  const own = state.flowStack.filter(({ flowId }) => taskIdOf(flowId) === task.id);
  const alone = withTask({ ...state, flowStack: own, pending: null, resumed: null }, task);
  const { next, state: after } = drive(alone, { ...context, trial }, task.id);
  if (trial.broken !== null) return { kind: "broken", rule: trial.broken };
  if (next?.do === "check") return { kind: "check", stop: next, slots: slotsOf(after, next.flowId) };
  const done = doneEffects(knownJournal(task));
  const isMet = done.every((place) => trial.met.has(place));
  if (isMet) return { kind: "possible", state: after };
  // What was done at this very place was done with something else.
  if (next?.do !== "act" || done.includes(next.place)) return { kind: "settled" };
  return isSearch(after, context, next) ? { kind: "search", stop: next } : { kind: "settled" };
}

/** It changes nothing, and nothing was affirmed before it: it may run to see what comes of a change. */
function isSearch(
  state: DialogueState,
  { assistant }: TurnContext,
  { flowId, request }: Extract<Stop, { readonly do: "act" }>,
): boolean {
  return !isAffirmed(taskOf(state, flowId)) && assistant.actions.get(request.action)?.effect === false;
}
