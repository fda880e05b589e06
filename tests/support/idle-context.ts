import type { FlowInScope, UnderstandingContext } from "../../src/understand/understander.ts";

/** Nothing has begun, and these flows can be started. */
export const idleContext = (flows: readonly FlowInScope[]): UnderstandingContext => ({
  conversationId: "c",
  assistantHash: "a",
  conversationState: "idle",
  awaiting: { kind: "message" },
  flows,
  active: null,
  paused: [],
  known: {},
  history: [],
  commands: [],
  now: Date.parse("2026-11-16T10:00:00+01:00"),
  timezone: "Europe/Madrid",
  language: "en",
});
