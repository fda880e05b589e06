import type { Json } from "../domain/json.ts";
import type { Constraint } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { evaluate, isTrue } from "./expression/evaluate.ts";
import { readPath } from "./expression/read-path.ts";
import { flowOf } from "./frames.ts";
import { lookupIn } from "./scope.ts";
import { isFilled, slotValue } from "./slots.ts";
import type { TurnContext } from "./turn-context.ts";

/** The first rule that a new value would break; rules with an unfilled slot are not checked yet. */
export function brokenConstraint(
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
  change: { readonly frame: Frame; readonly slot: string; readonly value: Json },
): Constraint | null {
  const { frame, slot, value } = change;
  const valueAt = (name: string): Json => (name === slot ? value : slotValue(state, frame.flowId, name));
  const lookup = lookupIn(state, frame);
  const scope = {
    lookup: (path: readonly string[]) => (path[0] === slot ? readPath(value, path.slice(1)) : lookup(path)),
    now: context.now,
    timezone: context.assistant.settings.timezone,
  };
  for (const definition of flowOf(context.assistant, frame).slots.values()) {
    for (const constraint of definition.constraints) {
      if (!constraint.slots.includes(slot) || !constraint.slots.every((name) => isFilled(valueAt(name)))) continue;
      if (!isTrue(evaluate(constraint.rule, scope))) return constraint;
    }
  }
  return null;
}
