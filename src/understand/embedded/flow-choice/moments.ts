import { find } from "../../../language/find.ts";
import type { Found } from "../../../language/fold-text.ts";
import { slotKindOf } from "../../slot-kind.ts";
import type { FlowDescription } from "./flow-texts.ts";

/** A day, or an hour of the day. */
export type Moment = "date" | "time";

/** Which day is meant does not matter here. */
const anyTime = { now: 0, timezone: "UTC" };

/** Where days, periods, hours and numbers stand in a message. */
export const momentPlaces = (message: string, language: string): readonly Found<unknown>[] =>
  (["date", "date_range", "time", "number"] as const).flatMap((kind) => find(kind, message, { ...anyTime, language }));

export function momentsNamed(message: string, language = "en"): readonly Moment[] {
  const names = (kind: "date" | "date_range" | "time"): boolean =>
    find(kind, message, { ...anyTime, language }).length > 0;
  return [
    ...(names("date") || names("date_range") ? (["date"] as const) : []),
    ...(names("time") ? (["time"] as const) : []),
  ];
}

/** Moments that the flow asks for; null where its slots are not known. */
export function momentsTaken({ slots }: FlowDescription, language = "en"): ReadonlySet<Moment> | null {
  if (slots === undefined) return null;
  return new Set(
    slots.flatMap((slot): readonly Moment[] => {
      const { reads } = slotKindOf(slot, language);
      return [
        ...(reads.includes("date") || reads.includes("date_range") ? (["date"] as const) : []),
        ...(reads.includes("time") || reads.includes("time_range") ? (["time"] as const) : []),
      ];
    }),
  );
}

/** How many of the named moments the flow has no use for. "At 3 on Friday" hardly starts one that asks for neither. */
export function momentsUnused(named: readonly Moment[], taken: ReadonlySet<Moment> | null): number {
  return taken === null ? 0 : named.filter((moment) => !taken.has(moment)).length;
}
