import { checkPaths } from "../check-paths.ts";
import { placeIn, type StepCompiler, type StepContext, templateIn } from "../step-context.ts";
import { compileUi } from "../ui.ts";

export const compileSay: StepCompiler<"say"> = (content, base, context) => {
  const { report, draft } = context.scope;
  const { path } = placeIn(context);
  if (content.message !== undefined && content.response !== undefined) {
    report.add({ code: "config.conflicting_keys", path, message: "A say has either 'message' or 'response'." });
  } else if (content.message === undefined && content.response === undefined && content.ui === undefined) {
    report.add({ code: "config.missing_key", path, message: "A say needs 'message' or 'response'." });
  }
  if (content.response !== undefined) checkResponse(content.response, context);
  return {
    ...base,
    type: "say",
    ...templateIn("message", { key: "message", text: content.message }, context),
    ...(content.response === undefined ? {} : { response: content.response }),
    rephrase: content.rephrase ?? draft.settings.models.rephrase.enabled,
    ...(content.ui === undefined ? {} : { ui: compileUi(content.ui, placeIn(context, "ui")) }),
  };
};

/** A named response is worded for this step, so it may name what the flow holds. */
function checkResponse(name: string, context: StepContext): void {
  const { scope } = context;
  const at = placeIn(context, "response");
  const response = scope.draft.responses.get(name);
  if (response === undefined) {
    scope.report.unknown({
      code: "response.unknown",
      path: at.path,
      kind: "response",
      name,
      valid: scope.draft.responses.keys(),
      remedy: "Declare it in 'responses'.",
    });
    return;
  }
  const templates = [response.default, ...response.variations, ...[...response.languages.values()].flat()];
  for (const template of templates) {
    const paths = template?.parts.flatMap((part) => (part.kind === "path" ? [part.path] : [])) ?? [];
    checkPaths(paths, { ...at, code: "template.unknown_name", source: "", shift: 0 });
  }
}
