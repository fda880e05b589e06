import { SoniError } from "../engine/errors.ts";
import type { AttemptOutcome } from "./attempt.ts";

type Failure = Extract<AttemptOutcome, { readonly ok: false }>;

/** The fields of the SDK's `APICallError` that matter here, read without loading the SDK. */
interface CallError {
  readonly message: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

const longestMessage = 300;

/** Sorts whatever a provider threw into what can be done about it. */
export const failureOf = (error: unknown, now: number): Failure => {
  const call = asCallError(error);
  const message = call.message.slice(0, longestMessage);
  const wait = retryAfter(call.responseHeaders ?? {}, now);
  const after = wait === undefined ? {} : { retryAfter: wait };
  const status = call.statusCode;
  // Nothing was asked yet: its package or its address is missing, and stays so.
  if (error instanceof SoniError) return { ok: false, code: "model.misconfigured", message, retryable: false };
  if (status === undefined) return { ok: false, code: "model.unreachable", message, retryable: true };
  if (status === 429) return { ok: false, code: "model.rate_limited", message, retryable: true, ...after };
  if (status === 408 || status === 409 || status >= 500)
    return { ok: false, code: "model.unavailable", message, retryable: true, ...after };
  if (status === 401 || status === 403 || status === 404)
    return { ok: false, code: "model.misconfigured", message, retryable: false };
  if (status >= 400) return { ok: false, code: "model.refused_request", message, retryable: false };
  // 2xx with a body that is not what the protocol says: a proxy's page, a cut connection.
  return { ok: false, code: "model.bad_response", message, retryable: true };
};

const asCallError = (error: unknown): CallError => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { statusCode, responseHeaders } = error as Error & Partial<CallError>;
  return {
    message: error.message,
    ...(typeof statusCode === "number" ? { statusCode } : {}),
    ...(typeof responseHeaders === "object" && responseHeaders !== null ? { responseHeaders } : {}),
  };
};

/** Seconds, a date, or OpenAI's milliseconds; nonsense and the past count as not given. */
const retryAfter = (headers: Readonly<Record<string, string>>, now: number): number | undefined => {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const text = headers["retry-after"];
  if (text === undefined || text.trim() === "") return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) || date < now ? undefined : date - now;
};
