import type { ReactNode } from "react";
import type { TurnEvent } from "../../../src/engine/state/event.ts";
import { shownFields } from "./describe-data.ts";
import { words } from "./words.ts";

interface TraceProps {
  readonly events: readonly TurnEvent[];
  /** The clock of their turn. */
  readonly at: number;
}

/** What happened in the turn, in order, with its time. */
export function TracePanel({ events, at }: TraceProps): ReactNode {
  return (
    <section className="panel" aria-label={words.trace}>
      <h3>
        {words.trace} <time dateTime={new Date(at).toISOString()}>{words.moment(at)}</time>
      </h3>
      <EventLines events={events} />
    </section>
  );
}

/** Evidence and rivals have a panel of their own. */
const withoutReasons = (event: TurnEvent): object =>
  event.type === "understood" ? { ...event, evidence: undefined, rivals: undefined } : event;

export function EventLines({ events }: { readonly events: readonly TurnEvent[] }): ReactNode {
  return (
    <ol className="lines">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a finished turn's events never move
        <li key={index} data-event={event.type}>
          <strong>{event.type}</strong> <code>{shownFields(withoutReasons(event))}</code>
        </li>
      ))}
    </ol>
  );
}
