import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Flow } from "../engine/assistant/flow.ts";
import type { Slot } from "../engine/assistant/slot.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import { edgeName, edgesOf } from "./flow-edges.ts";
import { walkedEdges } from "./walked-edges.ts";

/** Names of one kind: those that some conversation met, and those that none did. */
export interface CoverageOf {
  readonly covered: readonly string[];
  readonly missed: readonly string[];
}

/** What conversations met of an assistant. */
export interface Coverage {
  readonly flows: CoverageOf;
  /** `flow.step`. */
  readonly steps: CoverageOf;
  /** `flow.step -> next`, of steps with more than one way out. */
  readonly branches: CoverageOf;
  /** Slots that can refuse a value: whether they did. */
  readonly refusals: CoverageOf;
  /** What users do besides answering: corrections, denials, interruptions and the like. */
  readonly patterns: CoverageOf;
}

/** One conversation a list of turns. */
export function coverageOf(assistant: Assistant, conversations: readonly (readonly TurnResult[])[]): Coverage {
  const met = new Set<string>();
  for (const turns of conversations) {
    const edges = walkedEdges(turns, assistant);
    for (const edge of edges) met.add(`branch ${edge}`);
    for (const turn of turns) for (const name of metIn(turn)) met.add(name);
  }
  const flows = [...assistant.flows.values()];
  const split = (kind: string, names: readonly string[]): CoverageOf => ({
    covered: names.filter((name) => met.has(`${kind} ${name}`)),
    missed: names.filter((name) => !met.has(`${kind} ${name}`)),
  });
  return {
    flows: split(
      "flow",
      flows.map(({ name }) => name),
    ),
    steps: split("step", flows.flatMap(stepNames)),
    branches: split("branch", flows.flatMap(branchesOf)),
    refusals: split("refusal", refusing(assistant)),
    patterns: split("pattern", patternsOf(assistant)),
  };
}

/** Of everything there is, the part that was met, from 0 to 1. Nothing to meet counts as met. */
export const shareOf = ({ covered, missed }: CoverageOf): number =>
  covered.length + missed.length === 0 ? 1 : covered.length / (covered.length + missed.length);

const stepNames = (flow: Flow): readonly string[] => [...flow.steps.keys()].map((step) => `${flow.name}.${step}`);

function branchesOf(flow: Flow): readonly string[] {
  const edges = edgesOf(flow);
  const waysFrom = (from: string): number =>
    new Set(edges.filter((edge) => edge.from === from).map(({ to }) => to)).size;
  return [...new Set(edges.filter(({ from }) => waysFrom(from) > 1).map((edge) => edgeName(flow.name, edge)))];
}

/** Slots that a user fills and that do not take every text. */
function refusing(assistant: Assistant): readonly string[] {
  const collected = [...assistant.flows.values()].flatMap((flow) =>
    [...flow.steps.values()].flatMap((step) => (step.type === "collect" ? (flow.slots.get(step.slot) ?? []) : [])),
  );
  return [...new Set(collected.filter(canRefuse).map(({ name }) => name))];
}

const canRefuse = ({ type, validator }: Slot): boolean =>
  validator !== undefined || !["string", "any", "object", "list"].includes(type);

/** Where nothing is confirmed, nothing can be denied. */
function patternsOf({ flows }: Assistant): readonly string[] {
  const steps = [...flows.values()].flatMap((flow) => [...flow.steps.values()]);
  const has = (type: string): boolean => steps.some((step) => step.type === type);
  return [
    ...(has("collect") ? ["correction", "cancellation", "clarification"] : []),
    ...(has("confirm") ? ["denial"] : []),
    ...(flows.size > 1 ? ["interruption"] : []),
    "misunderstanding",
    "handoff",
  ];
}

function metIn({ events, commands, messages }: TurnResult): readonly string[] {
  return [
    ...events.flatMap((event) => {
      switch (event.type) {
        case "flow_started":
          return [`flow ${event.flow}`];
        case "step_completed":
        case "step_failed":
        case "confirmation_asked":
          return [`step ${event.flow}.${event.step}`];
        case "slot_asked":
          return event.step === null ? [] : [`step ${event.flow}.${event.step}`];
        case "slot_rejected":
          return [`refusal ${event.slot}`];
        case "digressed":
          return ["pattern clarification"];
        case "handed_off":
          return ["pattern handoff"];
        case "flow_paused":
          return ["pattern interruption"];
        case "confirmation_answered":
          return event.answer === "denied" ? ["pattern denial"] : [];
        default:
          return [];
      }
    }),
    ...commands.flatMap(({ command, result }) =>
      result === "refused"
        ? "slot" in command && typeof command.slot === "string"
          ? [`refusal ${command.slot}`]
          : []
        : [...(commandPatterns.get(command.type) ?? [])],
    ),
    ...messages.flatMap(({ source }) =>
      source.kind === "step"
        ? [`step ${source.flow}.${source.step}`]
        : source.kind === "pattern" && source.pattern === "not_understood"
          ? ["pattern misunderstanding"]
          : [],
    ),
  ];
}

const commandPatterns: ReadonlyMap<string, readonly string[]> = new Map([
  ["correct_slot", ["pattern correction"]],
  ["cancel_flow", ["pattern cancellation"]],
]);
