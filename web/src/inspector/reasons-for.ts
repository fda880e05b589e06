import type { TurnEvent } from "../../../src/engine/state/event.ts";
import type { MessageSource } from "../../../src/engine/state/turn.ts";

/** The events of a turn that led to a message: those of its step, its flow's comings and goings, or its digression. */
export function reasonsFor(source: MessageSource, events: readonly TurnEvent[]): readonly TurnEvent[] {
  switch (source.kind) {
    case "step":
      return events.filter((event) => "flow" in event && event.flow === source.flow && isOf(event, source.step));
    case "digression":
      return events.filter(({ type }) => type === "digressed");
    case "pattern":
      return events.filter(({ type }) => type !== "state_changed" && type !== "step_completed");
    default:
      return source satisfies never;
  }
}

const movements: ReadonlySet<TurnEvent["type"]> = new Set(["flow_started", "flow_resumed", "rewound", "slot_set"]);

const isOf = (event: TurnEvent, step: string): boolean =>
  movements.has(event.type) || ("step" in event && event.step === step);
