import { profileOf } from "../slots/slot-profile.ts";
import { dateSpans } from "../spans/date-spans.ts";
import { timeSpans } from "../spans/time-spans.ts";
import type { FlowDescription } from "./flow-texts.ts";

/** A day, or an hour of the day. */
export type Moment = "date" | "time";

export function momentsNamed(message: string): readonly Moment[] {
  return [
    ...(dateSpans(message).length > 0 ? (["date"] as const) : []),
    ...(timeSpans(message).length > 0 ? (["time"] as const) : []),
  ];
}

/** Moments that the flow asks for; null where its slots are not known. */
export function momentsTaken({ slots }: FlowDescription): ReadonlySet<Moment> | null {
  if (slots === undefined) return null;
  return new Set(
    slots.flatMap((slot): readonly Moment[] => {
      if (slot.type === "datetime") return ["date", "time"];
      const { kind } = profileOf(slot);
      return kind === "date" || kind === "time" ? [kind] : [];
    }),
  );
}

/** How many of the named moments the flow has no use for. "At 3 on Friday" hardly starts one that asks for neither. */
export function momentsUnused(named: readonly Moment[], taken: ReadonlySet<Moment> | null): number {
  return taken === null ? 0 : named.filter((moment) => !taken.has(moment)).length;
}
