import type { Caller } from "../../src/project-code/call-project-code.ts";

/** A turn that has all the time in the world. */
export const patientCaller = (change: Partial<Caller> = {}): Caller => ({
  conversationId: "c",
  messageId: "m-1",
  time: { now: () => 0, after: () => () => undefined },
  deadline: 30_000,
  log: () => undefined,
  ...change,
});
