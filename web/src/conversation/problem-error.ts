import type { Problem } from "./wire.ts";

/** The server said no, or nobody answered at all (`problem` is null). */
export class ProblemError extends Error {
  readonly problem: Problem | null;
  /** Milliseconds that the server asks to be left alone. */
  readonly retryAfter: number;

  constructor(problem: Problem | null, retryAfter = 0) {
    super(problem?.detail ?? "The server cannot be reached.");
    this.name = "ProblemError";
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

const passing: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** It will pass: the same message may be sent again, and is answered once. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ProblemError && (error.problem === null || passing.has(error.problem.status));

export const codeOf = (error: unknown): string =>
  error instanceof ProblemError ? (error.problem?.code ?? "unreachable") : "internal";

/** Whatever is wrong, it is not that the user may not be here. */
export const isNoRefusal = (error: unknown): boolean => !codeOf(error).startsWith("access.");

export const restOf = (error: unknown): number => (error instanceof ProblemError ? error.retryAfter : 0);
