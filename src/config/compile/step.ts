import type { Expression } from "../../engine/assistant/expression.ts";
import type { StepType } from "../../engine/assistant/step.ts";
import type { StepContent } from "../schema/step.ts";
import {
  placeIn,
  type StepBase,
  type StepCompiler,
  type StepContext,
  slotsIn,
  targetIn,
  type UnorderedStep,
  unique,
} from "./step-context.ts";
import { compileAction } from "./steps/action.ts";
import { compileBranch } from "./steps/branch.ts";
import { compileCall, compileLink } from "./steps/call.ts";
import { compileCollect } from "./steps/collect.ts";
import { compileConfirm } from "./steps/confirm.ts";
import { compileGenerate } from "./steps/generate.ts";
import { compileHandoff } from "./steps/handoff.ts";
import { compileSay } from "./steps/say.ts";
import { compileSet } from "./steps/set.ts";
import { compileWhile } from "./steps/while.ts";
import { compileExpression } from "./text.ts";

/** Typed over the union: a step type without compiler does not compile. */
const compilers: { readonly [Type in StepType]: StepCompiler<Type> } = {
  collect: compileCollect,
  say: compileSay,
  action: compileAction,
  confirm: compileConfirm,
  branch: compileBranch,
  while: compileWhile,
  set: compileSet,
  call: compileCall,
  link: compileLink,
  generate: compileGenerate,
  handoff: compileHandoff,
};

export function compileStep(context: StepContext): UnorderedStep | null {
  const { content, name } = context.draft;
  const when = compileWhen(content, context);
  const base: StepBase = {
    name,
    ...(when === null ? {} : { when }),
    ...targetIn("jumpTo", { key: "jump_to", text: content.jump_to }, context),
    reads: [],
    writes: [],
  };
  // The compiler of a type takes the content of that type; TypeScript can't see that the two go together.
  const compile = compilers[content.type] as StepCompiler<StepType>;
  const step = compile(content as never, base, context);
  if (step === null) {
    context.lost();
    return null;
  }
  return { ...step, reads: unique([...slotsIn(context.scope, [when]), ...step.reads]) };
}

/** `when` of a branch is the list of its cases; `condition` of a set is its `when`. */
function compileWhen(content: StepContent, context: StepContext): Expression | null {
  if (content.type === "branch") return null;
  if (content.type === "set" && content.condition !== undefined) {
    if (content.when === undefined) return compileExpression(content.condition, placeIn(context, "condition"));
    const message = "'condition' of a set is the same as 'when'; keep one of them.";
    context.scope.report.add({
      code: "config.conflicting_keys",
      path: placeIn(context, "condition").path,
      atKey: true,
      message,
    });
  }
  return content.when === undefined ? null : compileExpression(content.when, placeIn(context, "when"));
}
