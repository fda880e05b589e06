import { SoniError } from "../engine/errors.ts";
import type { ModelFailureCode } from "./language-model.ts";

/** Why one request to a provider has no answer. */
export interface Failure {
  readonly ok: false;
  readonly code: ModelFailureCode;
  /** In our words. */
  readonly message: string;
  /** In the provider's words, which may quote the prompt: for debugging only. */
  readonly detail?: string;
  readonly status?: number;
  readonly retryable: boolean;
  /** Milliseconds that the provider asked us to wait. */
  readonly retryAfter?: number;
}

/** The fields of the SDK's `APICallError` that matter here, read without loading the SDK. */
interface CallError {
  readonly message: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  /** The SDK's own errors for calls; anything else broke while an answer was read. */
  readonly isCall: boolean;
}

const longestDetail = 300;

/** In our words: providers' texts may quote the prompt, which holds what users said. */
const messages: Record<ModelFailureCode, string> = {
  "model.rate_limited": "The provider has too many requests from us.",
  "model.quota_exceeded": "The account's quota at the provider is used up.",
  "model.unavailable": "The provider is not available.",
  "model.unreachable": "The provider cannot be reached.",
  "model.timeout": "The model did not answer in time.",
  "model.refused_request": "The provider refused the request.",
  "model.misconfigured": "Key, model or address are not what the provider knows.",
  "model.bad_response": "The provider's answer cannot be read.",
  "model.cancelled": "The request was cancelled.",
  "model.circuit_open": "The model failed several times; it is tried again in a moment.",
};

/** Where trying again at once may help. Quota and keys stay as they are until somebody does something about them. */
const retried: ReadonlySet<ModelFailureCode> = new Set([
  "model.rate_limited",
  "model.unavailable",
  "model.unreachable",
  "model.timeout",
  "model.bad_response",
]);

export const failed = (code: ModelFailureCode, more: Partial<Failure> = {}): Failure => ({
  ok: false,
  code,
  message: messages[code],
  retryable: retried.has(code),
  ...more,
});

/** Sorts whatever a provider threw into what can be done about it. */
export const failureOf = (error: unknown, now: number): Failure => {
  // Nothing was asked yet: its package or its address is missing, and stays so. The words are ours.
  if (error instanceof SoniError) return failed("model.misconfigured", { message: error.message });
  const call = asCallError(error);
  const wait = retryAfter(call.responseHeaders ?? {}, now);
  return failed(codeOf(call), {
    detail: (call.responseBody ?? call.message).slice(0, longestDetail),
    ...(call.statusCode === undefined ? {} : { status: call.statusCode }),
    ...(wait === undefined ? {} : { retryAfter: wait }),
  });
};

/** What OpenAI, Anthropic and gateways call it when somebody has to pay first; a passing limit has other names. */
const quota =
  /insufficient_quota|billing_error|billing_hard_limit|credit balance is too low|exceeded your current quota/i;

const codeOf = ({ statusCode: status, responseBody = "", message, isCall }: CallError): ModelFailureCode => {
  if (status === undefined) return isCall ? "model.unreachable" : "model.bad_response";
  if (status === 402 || (status >= 400 && status < 500 && quota.test(`${responseBody} ${message}`)))
    return "model.quota_exceeded";
  if (status === 429) return "model.rate_limited";
  if (status === 408 || status === 409 || status >= 500) return "model.unavailable";
  if (status === 401 || status === 403 || status === 404 || (status >= 300 && status < 400))
    return "model.misconfigured";
  // 2xx with a body that is not what the protocol says: a proxy's page, a cut connection.
  return status >= 400 ? "model.refused_request" : "model.bad_response";
};

const asCallError = (error: unknown): CallError => {
  if (!(error instanceof Error)) return { message: String(error), isCall: true };
  const { statusCode, responseHeaders, responseBody } = error as Error & Partial<CallError>;
  return {
    message: error.message,
    isCall: error.name === "AI_APICallError" || error.message === "fetch failed",
    ...(typeof statusCode === "number" ? { statusCode } : {}),
    ...(typeof responseHeaders === "object" && responseHeaders !== null ? { responseHeaders } : {}),
    ...(typeof responseBody === "string" && responseBody !== "" ? { responseBody } : {}),
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
