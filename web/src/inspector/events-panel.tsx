import type { ReactNode } from "react";
import type { TurnEvent } from "../../../src/engine/state/event.ts";
import { shownFields } from "./describe-data.ts";
import { words } from "./words.ts";

export function EventsPanel({ events }: { readonly events: readonly TurnEvent[] }): ReactNode {
  return (
    <section className="panel" aria-label={words.events}>
      <h3>{words.events}</h3>
      <EventLines events={events} />
    </section>
  );
}

export function EventLines({ events }: { readonly events: readonly TurnEvent[] }): ReactNode {
  return (
    <ol className="lines">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a finished turn's events never move
        <li key={index} data-event={event.type}>
          <strong>{event.type}</strong> <code>{shownFields(event)}</code>
        </li>
      ))}
    </ol>
  );
}
