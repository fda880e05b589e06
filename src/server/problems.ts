import { SoniError } from "../engine/errors.ts";
import { type Problem, type ProblemCode, problemKinds } from "./problem.ts";

/** An answer that says no: a stable code, and words that name the way out. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly errors: Problem["errors"];

  constructor(code: ProblemCode, detail: string, errors?: Problem["errors"]) {
    // An answer and no defect: nobody asks where it came from, and to note that would be most of what a refusal costs.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "ProblemError";
    this.code = code;
    this.errors = errors;
  }
}

/** Seconds after which trying again is worth it. */
const retryAfter: Readonly<Partial<Record<ProblemCode, number>>> = {
  "access.unavailable": 5,
  "store.unavailable": 5,
  "server.closing": 5,
  "server.overloaded": 1,
  "message.check_failed": 1,
  "request.too_many": 1,
};
export const retryAfterOf = (problem: Problem): number | undefined => retryAfter[problem.code];

export function problemOf(code: ProblemCode, detail: string, more: Pick<Problem, "errorId" | "errors"> = {}): Problem {
  const [status, title] = problemKinds[code];
  return { type: `urn:soni:problem:${code}`, title, status, detail, code, ...more };
}

/** Codes of the runtime that are the client's to know, under their own name or another. */
const fromRuntime: Readonly<Record<string, ProblemCode>> = {
  "conversation.bad_id": "conversation.bad_id",
  "conversation.deleted": "conversation.unknown",
  "message.bad_id": "message.bad_id",
  "message.not_text": "request.invalid",
  "message.too_long": "message.too_long",
  "session.invalid": "request.invalid",
  "message.malformed": "message.malformed",
  "message.id_reused": "message.id_reused",
  "message.check_failed": "message.check_failed",
  "quarantine.unknown": "quarantine.unknown",
  "quarantine.too_old": "quarantine.too_old",
  "command.invalid": "command.invalid",
  "soni.closed": "server.closing",
};

/** Temporary troubles of the store; what is corrupt stays so, and trying again is of no use. */
const storeTroubles: ReadonlySet<string> = new Set([
  "store.unavailable",
  "store.locked",
  "store.full",
  "store.read_only",
  "store.conflict",
  "store.lease_lost",
  "store.busy",
]);

/** What may be told of an error. Null: it is ours alone, and the client gets an id to ask about. */
export function tellableProblem(error: unknown): Problem | null {
  if (error instanceof ProblemError) {
    return problemOf(error.code, error.message, error.errors === undefined ? {} : { errors: error.errors });
  }
  if (!(error instanceof SoniError)) return null;
  if (storeTroubles.has(error.code)) {
    return problemOf("store.unavailable", "Nothing was lost. Send the message again under the same id.");
  }
  const code = fromRuntime[error.code];
  return code === undefined ? null : problemOf(code, error.message);
}
