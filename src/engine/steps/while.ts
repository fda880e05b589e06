import type { Expression } from "../assistant/expression.ts";
import type { StepOf, Target } from "../assistant/step.ts";
import { endLoop, startRound } from "../flow/cursor.ts";
import { frameNow } from "../flow/frames.ts";
import { withDefaults } from "../flow/rules.ts";
import { holds } from "../flow/scope.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { defineStep } from "./define-step.ts";
import { expression, optional, steps, target } from "./key.ts";
import { type StepGiven, stepDone } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly while: { readonly condition: Expression; readonly body: readonly string[]; readonly exitTo: Target };
  }
}

export const whileStep = defineStep({
  type: "while",
  keys: { condition: expression, do: steps, exit_to: optional(target) },
  fails: "never",
  compile(content, base, compiling) {
    const condition = compiling.expression(content.condition, "condition");
    for (const [index, item] of content.do.entries()) {
      if (typeof item !== "string" || compiling.steps.has(item)) continue;
      compiling.lost();
      compiling.unknown({
        code: "flow.unknown_target",
        at: ["do", index],
        kind: "step",
        name: item,
        valid: compiling.steps,
      });
    }
    // Going on from a loop leads past its body.
    const exitTo = compiling.target(content.exit_to, "exit_to") ?? ({ to: "continue" } as const);
    if (condition === null) return null;
    return {
      ...base,
      type: "while",
      condition,
      body: compiling.body,
      exitTo,
      reads: compiling.slotsIn([condition]),
    };
  },
  ways({ condition, body: [first], exitTo }) {
    const round: Target = first === undefined ? { to: "end" } : { to: "step", step: first };
    return [
      { to: round, label: condition.source, conditions: [condition] },
      { to: exitTo, label: "else", conditions: [condition] },
    ];
  },
  expressions: ({ condition }) => [condition],
  run,
  draw: { shape: "choice" },
});

/** Tests first, then forgets the former round, so that a condition may read what the round collected. */
function run(before: DialogueState, { step, frame, context }: StepGiven<StepOf<"while">>): Change<StepNext> {
  const filled = withDefaults(before, context, { frame, slots: step.reads });
  const tested = holds(filled, step.condition, { frame, context });
  const [first] = step.body;
  if (!tested.value || first === undefined) {
    return stepDone(endLoop(tested.state, frameNow(tested.state, frame), step.name), step.exitTo);
  }
  const fresh = startRound(tested.state, context, { flowId: frame.flowId, loop: step.name, body: step.body });
  return stepDone(fresh, { to: "step", step: first });
}
