import { stringify } from "yaml";
import type { BranchCase, FlowPlan, Plan, StepPlan } from "./plan.ts";

/** The document as the loader reads it: the cases of a branch are its `when`. */
const documentOf = (plan: Plan): object => ({
  ...plan,
  flows: Object.fromEntries(Object.entries(plan.flows).map(([name, flow]) => [name, flowDocument(flow)])),
});

/** Inputs that come from somewhere are a map. */
function flowDocument({ from, inputs, ...flow }: FlowPlan): object {
  const named = inputs?.map((input) => [input, sourceOf(from, input)]);
  return {
    ...flow,
    ...(inputs === undefined ? {} : { inputs: from === undefined ? inputs : Object.fromEntries(named ?? []) }),
    steps: flow.steps.map(stepDocument),
  };
}

const sourceOf = (from: FlowPlan["from"], input: string): object => {
  const source = from?.[input.replace(/\?$/, "")];
  return source === undefined ? {} : { from: source };
};

function stepDocument({ cases, ...step }: StepPlan): object {
  return {
    ...step,
    ...(cases === undefined ? {} : { when: cases.map(caseDocument) }),
    ...(step.do === undefined ? {} : { do: step.do.map(stepDocument) }),
  };
}

const caseDocument = (each: BranchCase): object =>
  // biome-ignore lint/suspicious/noThenProperty: the word that the language uses; nobody awaits it.
  "to" in each ? { condition: each.condition, then: each.to } : each;

/** JSON is YAML, and the quickest to write and read. */
export const quickYaml = (plan: Plan): string => JSON.stringify(documentOf(plan));

/** For people: what leaves nothing to say is left out, one line a step. */
export function readableYaml(plan: Plan): string {
  const lines: string[] = ['version: "1.0"'];
  const flow = (value: unknown): string =>
    stringify(value, { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: true }).trim();
  const document = documentOf(plan) as Record<string, Record<string, unknown>>;
  for (const section of ["settings", "patterns"]) {
    if (Object.keys(document[section] ?? {}).length > 0) lines.push(`${section}: ${flow(document[section])}`);
  }
  for (const section of ["slots", "actions"]) {
    const entries = Object.entries(document[section] ?? {});
    if (entries.length > 0) lines.push(`${section}:`);
    for (const [name, value] of entries) lines.push(`  ${name}: ${flow(value)}`);
  }
  lines.push("flows:");
  for (const [name, { steps, ...head }] of Object.entries(document["flows"] as Record<string, { steps: object[] }>)) {
    lines.push(`  ${name}:`);
    for (const [key, value] of Object.entries(head)) lines.push(`    ${key}: ${flow(value)}`);
    lines.push("    steps:");
    for (const step of steps) lines.push(`      - ${flow(step)}`);
  }
  return lines.join("\n");
}
