import type { Expression, ExpressionNode } from "../assistant/expression.ts";
import type { Assignment, Step } from "../assistant/step.ts";
import { lookupIn } from "../flow/scope.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Json } from "../json.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";

/** What a step reads that is not the task's own: the clock, the session, outputs of other flows. */
interface Outside {
  readonly clock: boolean;
  readonly paths: readonly (readonly string[])[];
}

const known = new WeakMap<Step, Outside>();

function outsideOf(step: Step): Outside {
  const cached = known.get(step);
  if (cached !== undefined) return cached;
  const expressions = expressionsIn(step);
  const outside: Outside = {
    clock: expressions.some(({ root }) => readsClock(root)),
    paths: expressions.flatMap(({ paths }) => paths.filter(([first]) => first === "session" || first === "outputs")),
  };
  known.set(step, outside);
  return outside;
}

function expressionsIn(step: Step): readonly Expression[] {
  const assigned = (all: Readonly<Record<string, Assignment>>): readonly Expression[] =>
    Object.values(all).flatMap((each) => (each.kind === "expression" ? [each.expression] : []));
  const own = (): readonly Expression[] => {
    switch (step.type) {
      case "branch":
        return step.cases.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
      case "while":
        return [step.condition];
      case "set":
        return assigned(step.slots);
      case "action":
      case "call":
      case "link":
        return assigned(step.inputs);
      case "collect":
        return step.from === undefined ? [] : [step.from];
      default:
        return [];
    }
  };
  return step.when === undefined ? own() : [step.when, ...own()];
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
