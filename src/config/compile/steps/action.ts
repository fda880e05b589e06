import type { Action, ActionRetry } from "../../../engine/assistant/action.ts";
import type { Assignment } from "../../../engine/assistant/step.ts";
import type { StepContents } from "../../schema/step.ts";
import { hint, nearest } from "../../suggest.ts";
import { compileInputs } from "../inputs.ts";
import { placeIn, type StepCompiler, type StepContext, slotsIn, targetIn, unique } from "../step-context.ts";

const standardTimeout = 30_000;
const standardDelay = 200;

export const compileAction: StepCompiler<"action"> = (content, base, context) => {
  const { scope } = context;
  const declared = scope.draft.actions.get(content.call);
  if (declared === undefined) reportUnknown(content.call, context);
  const action = declared?.action;
  const inputs = compileInputs(content.inputs, context);
  const mapOutputs = content.map_outputs ?? {};
  if (declared?.whole) reportContract(declared.action, { inputs, mapOutputs }, context);
  for (const { name } of action?.inputs ?? []) {
    if (scope.names.has(name) && !Object.hasOwn(inputs, name)) scope.use(name);
  }
  const implied = (action?.inputs ?? []).map((input) => input.name).filter((name) => !Object.hasOwn(inputs, name));
  return {
    ...base,
    type: "action",
    call: content.call,
    inputs,
    mapOutputs,
    ...targetIn("onError", { key: "on_error", text: content.on_error }, context),
    timeout: content.timeout === undefined ? standardTimeout : content.timeout * 1000,
    retry: compileRetry(content.retry),
    reads: unique([...implied.filter((name) => scope.names.has(name)), ...slotsIn(scope, Object.values(inputs))]),
    writes: outputSlots(action, mapOutputs),
  };
};

/** The slots that an action's outputs land in. */
export function outputSlots(action: Action | undefined, mapOutputs: Readonly<Record<string, string>>): string[] {
  const kept = (action?.outputs ?? []).filter((output) => !Object.hasOwn(mapOutputs, output));
  return unique([...kept, ...Object.values(mapOutputs)]);
}

function compileRetry(content: StepContents["action"]["retry"]): ActionRetry {
  if (content === undefined) return { attempts: 1, backoff: "none", delay: standardDelay };
  const { attempts, backoff, delay } = content;
  return { attempts, backoff, delay: delay === undefined ? standardDelay : delay * 1000 };
}

function reportUnknown(name: string, context: StepContext): void {
  const { actions } = context.scope.draft;
  const { path } = placeIn(context, "call");
  const last = name.split(/[.:/]/).at(-1) ?? name;
  if (last === name) {
    const remedy = "Declare it in 'actions'.";
    context.scope.report.unknown({ code: "action.unknown", path, kind: "action", name, valid: actions.keys(), remedy });
    return;
  }
  const suggestion = actions.has(last) ? last : nearest(last, actions.keys());
  const message = `Actions are called by their name alone, not '${name}'.${hint(suggestion, actions.keys())}`;
  context.scope.report.add({ code: "action.unknown", path, message, suggestion });
}

function reportContract(
  action: Action,
  given: {
    readonly inputs: Readonly<Record<string, Assignment>>;
    readonly mapOutputs: Readonly<Record<string, string>>;
  },
  context: StepContext,
): void {
  const { report } = context.scope;
  const names = action.inputs.map((input) => input.name);
  for (const [index, name] of Object.keys(given.inputs).entries()) {
    if (names.includes(name)) continue;
    const listed = Array.isArray((context.draft.content as StepContents["action"]).inputs);
    const { path } = placeIn(context, "inputs", listed ? index : name);
    const unknown = { kind: "input", name, valid: names, remedy: `Add it to the inputs of '${action.name}'.` };
    report.unknown({ code: "action.unknown_input", path, atKey: true, ...unknown });
  }
  for (const output of Object.keys(given.mapOutputs)) {
    if (action.outputs.includes(output)) continue;
    const suggestion = nearest(output, action.outputs);
    report.add({
      code: "action.unknown_output",
      severity: "warning",
      path: placeIn(context, "map_outputs", output).path,
      atKey: true,
      message: `'${action.name}' declares no output '${output}'.${hint(suggestion, action.outputs)}`,
      suggestion,
    });
  }
}
