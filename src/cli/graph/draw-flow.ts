import type { Flow } from "../../engine/assistant/flow.ts";
import type { Step } from "../../engine/assistant/step.ts";
import { describe } from "../../engine/describe.ts";
import type { StepDefinition } from "../../engine/steps/define-step.ts";
import { steps as definitions } from "../../engine/steps/steps.ts";
import { detailOf, type Exit, exitId, type LabelledEdge, labelledEdges } from "../../engine/steps/ways.ts";

/** A shape a kind: questions slant, choices are diamonds, code is a double box. */
const shapes: Readonly<Record<StepDefinition["draw"]["shape"], readonly [open: string, close: string]>> = {
  question: ["[/", "/]"],
  text: ["(", ")"],
  code: ["[[", "]]"],
  confirmation: ["{{", "}}"],
  choice: ["{", "}"],
  box: ["[", "]"],
  person: ["([", "])"],
};

/** A flow as a Mermaid flowchart. */
export function drawFlow(flow: Flow): string {
  const names = [...flow.steps.keys()];
  // Step names may be words that Mermaid reserves, such as `end`; numbers never are.
  const idOf = (name: string): string => `step_${names.indexOf(name) + 1}`;
  const steps = [...flow.steps.values()];
  const edges = steps.flatMap((step) => labelledEdges(step, flow, idOf));
  const ways = (["end", "error", "cancel"] satisfies Exit[]).filter((way) =>
    edges.some(({ to }) => to === exitId(way)),
  );
  return [
    "---",
    `title: ${JSON.stringify(`${flow.name}: ${describe(flow)}`)}`,
    "---",
    "flowchart TD",
    `  start((start)) --> ${flow.first === null ? exitId("end") : idOf(flow.first)}`,
    ...steps.map((step) => `  ${drawStep(step, idOf(step.name))}`),
    ...(flow.first === null ? ["end" as const] : ways).map((way) => `  ${exitId(way)}(((${way})))`),
    ...edges.map((edge) => `  ${drawEdge(edge)}`),
  ].join("\n");
}

function drawStep(step: Step, id: string): string {
  const [open, close] = shapes[definitions[step.type].draw.shape];
  return `${id}${open}${quoted([step.name, detailOf(step)].filter((line) => line !== "").join("\n"))}${close}`;
}

const drawEdge = ({ from, to, label, aside }: LabelledEdge): string =>
  `${from} ${aside ? "-.->" : "-->"}${label === undefined ? "" : `|${quoted(label)}|`} ${to}`;

/** Mermaid's quoting: no backslashes, but codes for what would end the text or be read as markup. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll("#", "#35;")
    .replaceAll('"', "#quot;")
    .replaceAll("<", "#lt;")
    .replaceAll(">", "#gt;")
    .replaceAll("\n", "<br>")}"`;
