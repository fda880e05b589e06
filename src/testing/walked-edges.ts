import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Flow } from "../engine/assistant/flow.ts";
import type { TurnEvent } from "../engine/state/event.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import { edgeName, edgesOf } from "./flow-edges.ts";

const outcomes: Readonly<Record<string, string>> = { completed: "(end)", error: "(error)", cancelled: "(cancel)" };

/** The ways between steps that a conversation took, as its events tell: `book_flight.search -> choose`. */
export function walkedEdges(turns: readonly Pick<TurnResult, "events">[], assistant: Assistant): readonly string[] {
  const walked: string[] = [];
  /** The step that each flow has left last, and not yet arrived anywhere. */
  const left = new Map<string, string>();
  const arrive = (flow: string, to: string): void => {
    const from = left.get(flow);
    left.delete(flow);
    const known = assistant.flows.get(flow);
    if (from !== undefined && known !== undefined) walked.push(...wayBetween(known, from, to));
  };
  for (const event of turns.flatMap(({ events }) => events)) {
    const step = stepIn(event);
    if (step !== null && "flow" in event && event.flow !== null) arrive(event.flow, step);
    switch (event.type) {
      case "step_completed":
      case "step_failed":
        left.set(event.flow, event.step);
        break;
      case "flow_ended":
        arrive(event.flow, outcomes[event.flowState] ?? "");
        break;
      case "flow_started":
      case "rewound":
        left.delete(event.flow);
        break;
    }
  }
  return walked;
}

function stepIn(event: TurnEvent): string | null {
  switch (event.type) {
    case "step_completed":
    case "step_failed":
    case "confirmation_asked":
    case "slot_asked":
      return event.step;
    default:
      return null;
  }
}

/** One way, or several where steps in between were skipped by their `when`, which leaves no event. */
function wayBetween(flow: Flow, from: string, to: string): readonly string[] {
  const edges = edgesOf(flow);
  const search = (at: string, seen: readonly string[]): readonly string[] | null => {
    const ways = edges.filter((edge) => edge.from === at);
    const direct = ways.find((edge) => edge.to === to);
    if (direct !== undefined) return [edgeName(flow.name, direct)];
    for (const way of ways) {
      const skippable = flow.steps.get(way.to)?.when !== undefined;
      const rest = skippable && !seen.includes(way.to) ? search(way.to, [...seen, way.to]) : null;
      if (rest !== null) return [edgeName(flow.name, way), ...rest];
    }
    return null;
  };
  return search(from, [from]) ?? [];
}
