import type { Conversation, Turn, Violation } from "../record.ts";
import { sorted } from "./every-turn.ts";

/** I11: another host, or a runtime that reads the conversation from the store each time, does the same. */
export function agree(one: Conversation, other: Conversation, way: string): Violation[] {
  const parts = ["texts", "results", "events", "calls", "after"] as const;
  for (const [index, turn] of one.turns.entries()) {
    const against = other.turns[index];
    const differs = against === undefined ? "turns" : parts.find((part) => seen(turn, part) !== seen(against, part));
    if (differs === undefined) continue;
    const detail = `turn ${index + 1}: ${differs}`;
    return [{ invariant: "I11 hosts and reloads agree", kind: `${way} has other ${differs}`, detail }];
  }
  return [];
}

const seen = (turn: Turn, part: "texts" | "results" | "events" | "calls" | "after"): string =>
  part === "events"
    ? sorted(turn.events.map((event) => ("milliseconds" in event ? { ...event, milliseconds: 0 } : event)))
    : sorted(turn[part]);
