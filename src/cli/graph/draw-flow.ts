import { describe } from "../../domain/describe.ts";
import type { Flow } from "../../domain/flow.ts";
import type { Step, StepType } from "../../domain/step.ts";
import { type LabelledEdge, labelledEdges, type Way, wayId } from "./flow-edges.ts";

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

function detailOf(step: Step): string {
  switch (step.type) {
    case "collect":
      return `collect ${step.slot}`;
    case "action":
      return `action ${step.call}`;
    case "call":
    case "link":
      return `${step.type} ${step.flow}`;
    case "set":
      return `set ${Object.keys(step.slots).join(", ")}`;
    case "say":
    case "confirm":
      return step.message === undefined ? "" : shortened(step.message.source);
    default:
      return step.type;
  }
}

const drawEdge = ({ from, to, label, aside }: LabelledEdge): string =>
  `${from} ${aside ? "-.->" : "-->"}${label === undefined ? "" : `|${quoted(label)}|`} ${to}`;

const longest = 60;
const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

/** Mermaid's quoting: no backslashes, but codes for what would end the text or be read as markup. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll("#", "#35;")
    .replaceAll('"', "#quot;")
    .replaceAll("<", "#lt;")
    .replaceAll(">", "#gt;")
    .replaceAll("\n", "<br>")}"`;
