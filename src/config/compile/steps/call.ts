import type { Assignment } from "../../../engine/assistant/step.ts";
import type { FlowDraft } from "../../draft/draft.ts";
import { hint, nearest } from "../../suggest.ts";
import { compileInputs } from "../inputs.ts";
import { placeIn, type StepCompiler, type StepContext, slotsIn, targetIn, unique } from "../step-context.ts";

type Inputs = Readonly<Record<string, Assignment>>;

export const compileCall: StepCompiler<"call"> = (content, base, context) => {
  const flow = calledFlow(content, context);
  const inputs = compileInputs(content.inputs, context);
  const outputs = outputsOf(content.outputs);
  const onError = targetIn("onError", { key: "on_error", text: content.on_error }, context);
  if (flow === null) return null;
  checkInputs(flow, inputs, context);
  checkOutputs(flow, outputs, context);
  return {
    ...base,
    type: "call",
    flow: flow.name,
    inputs,
    outputs,
    ...onError,
    reads: slotsIn(context.scope, Object.values(inputs)),
    writes: unique(Object.values(outputs)),
  };
};

export const compileLink: StepCompiler<"link"> = (content, base, context) => {
  const flow = calledFlow(content, context);
  const inputs = compileInputs(content.inputs, context);
  if (flow === null) return null;
  checkInputs(flow, inputs, context);
  return { ...base, type: "link", flow: flow.name, inputs, reads: slotsIn(context.scope, Object.values(inputs)) };
};

/** A list of outputs keeps their names. */
export function outputsOf(
  content: Readonly<Record<string, string>> | readonly string[] | undefined,
): Readonly<Record<string, string>> {
  return Array.isArray(content)
    ? Object.fromEntries((content as readonly string[]).map((name) => [name, name]))
    : ((content ?? {}) as Readonly<Record<string, string>>);
}

interface Called {
  readonly type: "call" | "link";
  readonly flow?: string | undefined;
  readonly target?: string | undefined;
}

function calledFlow(content: Called, context: StepContext): FlowDraft | null {
  const { report, draft } = context.scope;
  const { path } = placeIn(context);
  if (content.flow !== undefined && content.target !== undefined) {
    report.add({
      code: "config.conflicting_keys",
      path: [...path, "target"],
      atKey: true,
      message: "'target' is the same as 'flow'; keep one.",
    });
  }
  const name = content.flow ?? content.target;
  if (name === undefined) {
    report.add({
      code: "config.missing_key",
      path,
      message: `The key 'flow' is missing: which flow to ${content.type}.`,
    });
    return null;
  }
  const found = draft.flows.get(name);
  if (found !== undefined) return found;
  const place = [...path, content.flow === undefined ? "target" : "flow"];
  report.unknown({ code: "flow.unknown", path: place, kind: "flow", name, valid: draft.flows.keys() });
  return null;
}

function checkInputs(flow: FlowDraft, inputs: Inputs, context: StepContext): void {
  // What can't be read of that flow can't be missed here.
  if (!flow.whole) return;
  const { report } = context.scope;
  const valid = flow.inputs.map(({ name }) => name);
  const content = context.draft.content as { readonly inputs?: unknown };
  for (const [index, name] of Object.keys(inputs).entries()) {
    if (valid.includes(name)) continue;
    const { path } = placeIn(context, "inputs", Array.isArray(content.inputs) ? index : name);
    const suggestion = nearest(name, valid);
    const way = suggestion === undefined ? ` Add it to the inputs of '${flow.name}'.` : hint(suggestion, valid);
    report.add({
      code: "flow.unknown_input",
      path,
      atKey: true,
      message: `The flow '${flow.name}' has no input '${name}'.${way}`,
      suggestion,
    });
  }
  const collected = new Set(flow.steps.flatMap(({ content: each }) => (each.type === "collect" ? [each.slot] : [])));
  for (const { name, optional, source } of flow.inputs) {
    // An input that the flow would ask for itself is merely saved a question.
    if (
      optional ||
      source !== undefined ||
      collected.has(name) ||
      Object.hasOwn(inputs, name) ||
      hasDefault(flow, name, context)
    )
      continue;
    const message = `The flow '${flow.name}' needs the input '${name}'. Add it to 'inputs', or make it '${name}?' there.`;
    report.add({ code: "flow.missing_input", path: placeIn(context).path, message });
  }
}

function hasDefault(flow: FlowDraft, name: string, { scope }: StepContext): boolean {
  const slot = flow.slots.get(name) ?? scope.draft.slots.get(name);
  return slot?.content.default !== undefined;
}

function checkOutputs(flow: FlowDraft, outputs: Readonly<Record<string, string>>, context: StepContext): void {
  if (!flow.whole) return;
  const valid = flow.content.outputs;
  const content = context.draft.content as { readonly outputs?: unknown };
  for (const [index, name] of Object.keys(outputs).entries()) {
    if (valid.includes(name)) continue;
    const { path } = placeIn(context, "outputs", Array.isArray(content.outputs) ? index : name);
    const suggestion = nearest(name, valid);
    const message = `The flow '${flow.name}' has no output '${name}'.${hint(suggestion, valid)}`;
    context.scope.report.add({ code: "flow.unknown_output", path, atKey: true, message, suggestion });
  }
}
