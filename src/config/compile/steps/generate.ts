import { placeIn, type StepCompiler, type StepContext, targetIn } from "../step-context.ts";

export const compileGenerate: StepCompiler<"generate"> = (content, base, context) => {
  const { settings } = context.scope.draft;
  if (settings.models.generate === undefined && settings.models.nlu.provider === "embedded") {
    const message =
      "'generate' needs a model that writes: set settings.models.generate or another nlu provider than embedded.";
    context.scope.report.add({ code: "generate.no_model", path: placeIn(context, "type").path, message });
  }
  return {
    ...base,
    type: "generate",
    instruction: content.instruction,
    context: knownSlots(content.context, context),
    ...(content.store_as === undefined ? {} : { storeAs: content.store_as }),
    ...targetIn("onError", { key: "on_error", text: content.on_error }, context),
    reads: knownSlots(content.context, context),
    writes: content.store_as === undefined ? [] : [content.store_as],
  };
};

/** The slots that a model or a person gets to see. */
export function knownSlots(names: readonly string[], context: StepContext): readonly string[] {
  const { scope } = context;
  return names.filter((name, index) => {
    if (scope.names.has(name)) {
      scope.use(name);
      return true;
    }
    const { path } = placeIn(context, "context", index);
    scope.report.unknown({ code: "slot.unknown", path, kind: "slot", name, valid: scope.names });
    return false;
  });
}
