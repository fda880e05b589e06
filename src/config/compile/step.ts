import { type UnorderedBase, type UnorderedStep, unique } from "../../engine/steps/define-step.ts";
import { compilingOf, type StepContext } from "./compiling.ts";

export function compileStep(context: StepContext): UnorderedStep | null {
  const { content, name } = context.draft;
  const compiling = compilingOf(context);
  const definition = context.scope.draft.stepTypes.get(content.type)?.definition;
  if (definition === undefined) return null;
  const { jump_to: jump, when: condition } = content;
  // `when` of a step that nothing skips is something else.
  const isSkippable = definition.skippable !== false && condition !== undefined;
  const when = isSkippable ? compiling.expression(condition as string | number | boolean, "when") : null;
  const jumpTo = compiling.target(jump, "jump_to");
  const base: UnorderedBase = {
    name,
    ...(when === null ? {} : { when }),
    ...(jumpTo === undefined ? {} : { jumpTo }),
    reads: [],
    writes: [],
  };
  const step = definition.compile(content, base, compiling);
  if (step === null) {
    context.lost();
    return null;
  }
  return { ...step, reads: unique([...compiling.slotsIn([step.when]), ...step.reads]) };
}
