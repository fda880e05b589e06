import { type StepCompiler, targetIn, templateIn } from "../step-context.ts";
import { knownSlots } from "./generate.ts";

export const compileHandoff: StepCompiler<"handoff"> = (content, base, context) => ({
  ...base,
  type: "handoff",
  ...(content.queue === undefined ? {} : { queue: content.queue }),
  context: knownSlots(content.context, context),
  ...templateIn("message", { key: "message", text: content.message }, context),
  ...targetIn("onError", { key: "on_error", text: content.on_error }, context),
});
