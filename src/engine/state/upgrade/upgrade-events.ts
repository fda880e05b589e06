import type { TurnEvent } from "../event.ts";
import type { TurnEvent2 } from "./version-2.ts";

/** Recorded events as this version of Soni knows them. */
export const upgradeEvents = (events: readonly (TurnEvent | TurnEvent2)[]): readonly TurnEvent[] =>
  events.map((event) =>
    event.type === "understood" && !("count" in event) ? { ...event, count: event.commands } : event,
  );
