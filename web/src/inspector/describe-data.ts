import type { Json } from "../../../src/engine/json.ts";
import type { TurnEvent } from "../../../src/engine/state/event.ts";
import type { SlotView } from "./turn-view.ts";
import { words } from "./words.ts";

/** Values as YAML readers write them: words bare, everything else as JSON. */
export const shownValue = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** `slot=value flow=name`: the fields of a command or event, without its type and what is empty. */
export const shownFields = (data: object): string =>
  Object.entries(data)
    .filter(([name, value]) => name !== "type" && value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${shownValue(value as Json)}`)
    .join(" ");

export function shownProvenance({ by, turn, from }: SlotView): string {
  const word = words.provenance;
  switch (by) {
    case "user":
      return word.user(turn);
    case "action":
      return word.action(from);
    case "call":
      return word.call(from);
    default:
      return word[by];
  }
}

/** Milliseconds by stage: what the turn measured, and each action. */
export function timesOf(timing: Readonly<Record<string, number>>, events: readonly TurnEvent[]): [string, number][] {
  const actions = events.flatMap((event): [string, number][] =>
    event.type === "action_ended" ? [[`action ${event.action}`, event.milliseconds]] : [],
  );
  return [...Object.entries(timing), ...actions];
}
