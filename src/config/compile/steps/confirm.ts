import { placeIn, type StepCompiler, slotsIn, targetIn } from "../step-context.ts";
import { compileTemplate } from "../text.ts";
import { compileUi } from "../ui.ts";

export const compileConfirm: StepCompiler<"confirm"> = (content, base, context) => {
  const message = compileTemplate(content.message, placeIn(context, "message"));
  const targets = {
    ...targetIn("onConfirm", { key: "on_confirm", text: content.on_confirm }, context),
    ...targetIn("onDeny", { key: "on_deny", text: content.on_deny }, context),
  };
  const ui = content.ui === undefined ? {} : { ui: compileUi(content.ui, placeIn(context, "ui")) };
  return {
    ...base,
    type: "confirm",
    // An empty text keeps the way through the flow known where the message is wrong; such an assistant never loads.
    message: message ?? { source: "", parts: [] },
    ...(content.slot === undefined ? {} : { slot: content.slot }),
    ...targets,
    interruptible: content.interruptible,
    ...ui,
    reads: slotsIn(context.scope, [message]),
    writes: content.slot === undefined ? [] : [content.slot],
  };
};
