import { equalJson } from "../flow/equal.ts";
import { flowOf, taskFrames } from "../flow/frames.ts";
import { slotNamedBy } from "../flow/scope.ts";
import { cellOf, originOf } from "../flow/slots.ts";
import { answerKey, isDoneEffect } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";

/**
 * Whether something that is done plainly got one of the answers that change: then no search can make it right, and none needs
 * to run.
 */
export function isDoneWith(state: DialogueState, { assistant }: TurnContext, { before, after }: Changed): boolean {
  const changed = new Set(
    Object.values(before.answers)
      .filter(({ cell, epoch, value }) => {
        const now = after.answers[answerKey(cell, epoch)];
        return now === undefined || !equalJson(now.value, value);
      })
      .map(({ cell, epoch }) => answerKey(cell, epoch)),
  );
  return taskFrames(state, before.id).some((frame) =>
    [...flowOf(assistant, frame).steps.values()].some((step) => {
      if (step.type !== "action") return false;
      const done = Object.entries(before.journal).flatMap(([key, entry]) =>
        key.startsWith(`${frame.flowId}/${step.name}#`) && entry.kind === "action" && isDoneEffect(entry)
          ? [entry]
          : [],
      );
      const inputs = assistant.actions.get(step.call)?.inputs ?? [];
      return inputs.some(({ name }) => {
        const given = step.inputs[name];
        const slot = given === undefined ? name : slotNamedBy(given);
        if (slot === null) return false;
        const answer = originOf(state, cellOf(state, frame.flowId, slot))?.answer ?? "";
        const value = before.answers[answer]?.value ?? null;
        return changed.has(answer) && done.some(({ input }) => equalJson(input[name] ?? null, value));
      });
    }),
  );
}

interface Changed {
  readonly before: Task;
  readonly after: Task;
}
