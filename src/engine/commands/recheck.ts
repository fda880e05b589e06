import { checkedInput, digestsOf } from "../flow/checked.ts";
import { equalJson } from "../flow/equal.ts";
import { flowOf, taskFrames } from "../flow/frames.ts";
import { cellOf, isFilled, originOf, slotsOf, slotValue } from "../flow/slots.ts";
import { cellKey } from "../flow/tasks.ts";
import type { BrokenRule, TurnContext } from "../flow/turn-context.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { withAnswer } from "./answer-change.ts";
import type { DecidedSoFar, Decision } from "./decision.ts";

export type Rechecked =
  | { readonly kind: "valid"; readonly task: Task }
  | { readonly kind: "broken"; readonly rule: BrokenRule }
  | { readonly kind: "decide"; readonly decision: Decision };

/**
 * A validator may look at other slots. Where a change makes one of those otherwise, it is asked again about the value that it
 * had accepted.
 */
export function recheck(
  after: DialogueState,
  { assistant }: TurnContext,
  { before, task, decided }: { readonly before: DialogueState; readonly task: Task; readonly decided: DecidedSoFar },
): Rechecked {
  let checked = task;
  if (Object.values(task.answers).every(({ seen }) => seen === undefined)) return { kind: "valid", task };
  for (const frame of taskFrames(after, task.id)) {
    const slots = slotsOf(after, frame.flowId);
    for (const name of flowOf(assistant, frame).owned) {
      const validator = flowOf(assistant, frame).slots.get(name)?.validator;
      const cell = cellOf(after, frame.flowId, name);
      const answer = task.answers[originOf(after, cell)?.answer ?? ""];
      const value = slotValue(after, frame.flowId, name);
      if (validator === undefined || answer?.seen === undefined || !isFilled(value)) continue;
      const reads = Object.keys(answer.seen);
      const now = digestsOf({ slot: name, slots, reads });
      const was = digestsOf({ slot: name, slots: slotsOf(before, frame.flowId), reads });
      // What a step has made of it since is the flow's own doing.
      if (equalJson(now, answer.seen) || equalJson(now, was)) continue;
      const key = `${cellKey(cell)}?${validator}`;
      const found = decided.findLast((each) => each.on === "check" && each.key === key);
      const entry = found?.on === "check" ? found.entry : undefined;
      if (entry === undefined || entry.input !== checkedInput(value, { slot: name, slots, reads: entry.reads }))
        return { kind: "decide", decision: { on: "check", slots, key, check: { slot: name, validator, value } } };
      if (!entry.ok) return { kind: "broken", rule: { slot: name, constraint: null, text: entry.text } };
      checked = withAnswer(checked, { ...answer, seen: digestsOf({ slot: name, slots, reads: entry.reads }) });
    }
  }
  return { kind: "valid", task: checked };
}
