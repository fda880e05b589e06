import { placeIn, type StepCompiler, slotsIn, targetIn } from "../step-context.ts";
import { compileExpression } from "../text.ts";

export const compileWhile: StepCompiler<"while"> = (content, base, context) => {
  const { scope, flow, draft } = context;
  const condition = compileExpression(content.condition, placeIn(context, "condition"));
  for (const [index, item] of content.do.entries()) {
    if (typeof item !== "string" || flow.stepNames.has(item)) continue;
    context.lost();
    const { path } = placeIn(context, "do", index);
    scope.report.unknown({ code: "flow.unknown_target", path, kind: "step", name: item, valid: flow.stepNames });
  }
  const exit = targetIn("exitTo", { key: "exit_to", text: content.exit_to }, context);
  if (condition === null) return null;
  return {
    ...base,
    type: "while",
    condition,
    body: draft.body,
    // Going on from a loop leads past its body: see order.ts.
    exitTo: exit.exitTo ?? { to: "continue" },
    reads: slotsIn(scope, [condition]),
  };
};
