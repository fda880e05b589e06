import { parseTemplate } from "../../../engine/flow/template.ts";
import { placeIn, type StepCompiler, slotsIn, targetIn, templateIn } from "../step-context.ts";
import { compileExpression } from "../text.ts";
import { compileUi } from "../ui.ts";

export const compileCollect: StepCompiler<"collect"> = (content, base, context) => {
  const { scope, flow } = context;
  const from = content.from === undefined ? null : compileExpression(content.from, placeIn(context, "from"));
  const slot = scope.slot(content.slot);
  if (slot === undefined && !scope.names.has(content.slot)) {
    const at = { path: placeIn(context, "slot").path, kind: "slot", name: content.slot };
    const remedy = `Declare it in 'slots', with its type.`;
    scope.report.unknown({
      code: "slot.unknown",
      ...at,
      valid: [...scope.draft.slots.keys(), ...flow.slots.keys()],
      remedy,
    });
  } else if (slot?.setBy === "action") {
    const message = `'${content.slot}' is set by an action, so nobody can be asked for it. Declare it in 'slots' as the user's.`;
    scope.report.add({ code: "slot.action_owned", path: placeIn(context, "slot").path, message });
  }
  return {
    ...base,
    type: "collect",
    slot: content.slot,
    ...templateIn("message", { key: "message", text: content.message }, context),
    ...(content.validator === undefined ? {} : { validator: content.validator }),
    ...templateIn("invalidMessage", { key: "invalid_message", text: content.invalid_message }, context),
    force: content.force,
    ...(content.max_attempts === undefined ? {} : { maxAttempts: content.max_attempts }),
    ...targetIn("onInvalid", { key: "on_invalid", text: content.on_invalid }, context),
    ...targetIn("onCancel", { key: "on_cancel", text: content.on_cancel }, context),
    ...(from === null ? {} : { from }),
    ...compileDisplay(content.display, context),
    pageSize: content.page_size,
    interruptible: content.interruptible,
    ...(content.ui === undefined
      ? {}
      : { ui: compileUi(content.ui, { ...placeIn(context, "ui"), slot: content.slot }) }),
    reads: slotsIn(scope, [from]),
  };
};

/** Names in `display` are fields of the item shown, which only the action knows. */
function compileDisplay(text: string | undefined, context: Parameters<typeof placeIn>[0]) {
  if (text === undefined) return {};
  const parsed = parseTemplate(text);
  if (parsed.ok) return { display: parsed.template };
  const { path, scope } = placeIn(context, "display");
  scope.report.add({ code: "template.syntax", path, message: parsed.message, offset: parsed.offset });
  return {};
}
