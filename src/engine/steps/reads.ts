import type { ExpressionNode } from "../assistant/expression.ts";
import type { Step } from "../assistant/step.ts";
import { lookupIn } from "../flow/scope.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Json } from "../json.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { steps } from "./steps.ts";

/** What a step reads that is not the task's own: the clock, the session, outputs of other flows. */
interface Outside {
  readonly clock: boolean;
  readonly paths: readonly (readonly string[])[];
}

const known = new WeakMap<Step, Outside>();

function outsideOf(step: Step): Outside {
  const cached = known.get(step);
  if (cached !== undefined) return cached;
  const own = steps[step.type].expressions?.(step) ?? [];
  const expressions = step.when === undefined ? own : [step.when, ...own];
  const outside: Outside = {
    clock: expressions.some(({ root }) => readsClock(root)),
    paths: expressions.flatMap(({ paths }) => paths.filter(([first]) => first === "session" || first === "outputs")),
  };
  known.set(step, outside);
  return outside;
}

const readsClock = (node: ExpressionNode): boolean => {
  switch (node.kind) {
    case "call":
      return node.name === "today" || node.name === "now" || node.arguments.some(readsClock);
    case "list":
      return node.items.some(readsClock);
    case "unary":
      return readsClock(node.operand);
    case "binary":
      return readsClock(node.left) || readsClock(node.right);
    default:
      return false;
  }
};

/**
 * A step that looked outside of the task sees the same when it is replayed: what it decided by the clock of Monday stays decided
 * on Tuesday.
 */
export function asSeenBefore(
  state: DialogueState,
  context: TurnContext,
  at: { readonly frame: Frame; readonly step: Step },
): { readonly state: DialogueState; readonly context: TurnContext } {
  const { frame, step } = at;
  const { clock, paths } = outsideOf(step);
  if (!clock && paths.length === 0) return { state, context };
  const key = `${placeOf(frame)}?read`;
  const lookup = lookupIn(state, null);
  const before = recall(state, { flowId: frame.flowId, key, kind: "read" });
  const seen = before ?? {
    kind: "read" as const,
    now: context.now,
    values: Object.fromEntries(paths.map((path): [string, Json] => [path.join("."), lookup(path) ?? null])),
  };
  return { state: note(state, frame.flowId, key, seen), context: { ...context, now: seen.now, seen: seen.values } };
}
