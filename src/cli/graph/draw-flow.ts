import type { Flow } from "../../engine/assistant/flow.ts";
import { detailOf, type LabelledEdge, labelledEdges, type Way, wayId } from "../../engine/assistant/flow-edges.ts";
import type { Step, StepType } from "../../engine/assistant/step.ts";
import { describe } from "../../engine/describe.ts";

/** A shape a kind: questions slant, choices are diamonds, code is a double box. */
const shapes: Readonly<Record<StepType, readonly [open: string, close: string]>> = {
  collect: ["[/", "/]"],
  say: ["(", ")"],
  action: ["[[", "]]"],
  confirm: ["{{", "}}"],
  branch: ["{", "}"],
  while: ["{", "}"],
  set: ["[", "]"],
  call: ["[[", "]]"],
  link: ["[[", "]]"],
  generate: ["(", ")"],
  handoff: ["([", "])"],
};

/** A flow as a Mermaid flowchart. */
export function drawFlow(flow: Flow): string {
  const names = [...flow.steps.keys()];
  // Step names may be words that Mermaid reserves, such as `end`; numbers never are.
  const idOf = (name: string): string => `step_${names.indexOf(name) + 1}`;
  const steps = [...flow.steps.values()];
  const edges = steps.flatMap((step) => labelledEdges(step, flow, idOf));
  const ways = (["end", "error", "cancel"] satisfies Way[]).filter((way) => edges.some(({ to }) => to === wayId(way)));
  return [
    "---",
    `title: ${JSON.stringify(`${flow.name}: ${describe(flow)}`)}`,
    "---",
    "flowchart TD",
    `  start((start)) --> ${flow.first === null ? wayId("end") : idOf(flow.first)}`,
    ...steps.map((step) => `  ${drawStep(step, idOf(step.name))}`),
    ...(flow.first === null ? ["end" as const] : ways).map((way) => `  ${wayId(way)}(((${way})))`),
    ...edges.map((edge) => `  ${drawEdge(edge)}`),
  ].join("\n");
}

function drawStep(step: Step, id: string): string {
  const [open, close] = shapes[step.type];
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
