/** How a process ended, and why it was ended if it was. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it was killed; null: it ended by itself. */
  readonly killed: "spinning" | "hung" | "too_slow_to_start" | null;
}

/** The shell's number for a process that a SIGABRT ended. */
const aborted = 134;

/** In one word or two, for logs. */
export function reasonOf({ code, signal, killed }: ProcessEnd): string {
  if (killed !== null) return killed;
  // V8 aborts when the heap is full; other aborts are rare enough.
  if (signal === "SIGABRT" || code === aborted) return "out_of_memory";
  return signal === null ? `exit_code_${code ?? "unknown"}` : `signal_${signal}`;
}
