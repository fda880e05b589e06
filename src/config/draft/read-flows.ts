import type { OwnSlotTypes } from "../../engine/slot-types/own-type.ts";
import type { Path } from "../locate.ts";
import { checkName, parseOptionalName, plainName } from "../names.ts";
import type { Report } from "../report.ts";
import { type FlowContent, flowSchema } from "../schema/flow.ts";
import { readBySchema } from "../schema/read.ts";
import type { StepWords } from "../schema/step.ts";
import { isRecord } from "../source.ts";
import type { FlowDraft, InputDraft, SlotDraft } from "./draft.ts";
import { readNames } from "./read-actions.ts";
import { readFlowSlots } from "./read-slots.ts";
import { readSteps } from "./read-steps.ts";

interface Surroundings {
  readonly globals: ReadonlyMap<string, SlotDraft>;
  readonly words: StepWords;
  readonly own: OwnSlotTypes;
  readonly report: Report;
}

const nothing: FlowContent = { inputs: [], outputs: [], steps: [] };

export function readFlows(
  data: unknown,
  { globals, words, own, report }: Surroundings,
): ReadonlyMap<string, FlowDraft> {
  const flows = new Map<string, FlowDraft>();
  for (const [name, content] of Object.entries(isRecord(data) ? data : {})) {
    const path: Path = ["flows", name];
    if (!checkName({ kind: "flow", name, path, atKey: true }, report)) continue;
    const head = readBySchema(flowSchema, content, { path, report });
    const flow = head.value ?? nothing;
    const steps = readSteps(flow.steps, { path: [...path, "steps"], report, words });
    const slots = readFlowSlots(flow.slots, { path: [...path, "slots"], report, own, globals });
    const inputs = readInputs(flow.inputs, { path: [...path, "inputs"], report });
    const outputs = readNames(flow.outputs, { path: [...path, "outputs"], kind: "output", report });
    flows.set(name, {
      name,
      path,
      content: { ...flow, outputs: outputs.map(plainName) },
      whole: head.whole && steps.whole,
      inputs,
      slots: slots.slots,
      named: slots.named,
      steps: steps.steps,
      stepNames: steps.names,
    });
  }
  return flows;
}

/** A list of names, or a map of names to where they come from. */
function readInputs(
  inputs: FlowContent["inputs"],
  { path, report }: { readonly path: Path; readonly report: Report },
): readonly InputDraft[] {
  if (Array.isArray(inputs)) {
    return readNames(inputs, { path, kind: "input", report }).map((text) => ({
      ...parseOptionalName(text),
      path: [...path, inputs.indexOf(text)],
    }));
  }
  return Object.entries(inputs).flatMap(([text, { from }]): readonly InputDraft[] => {
    const name = parseOptionalName(text);
    const place = [...path, text];
    if (!checkName({ kind: "input", name: name.name, path: place, atKey: true }, report)) return [];
    return [{ ...name, path: place, ...(from === undefined ? {} : { source: from }) }];
  });
}
