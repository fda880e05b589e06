/** Commands are short; an answer of this size is a fault, not an answer. */
const largestResponse = 1_000_000;

/**
 * `fetch` for requests that carry a key. A redirect is not followed: the key would go to whoever the first server names. A body that
 * never ends is given up on, instead of filling the memory with it. Some gateways answer 200 with an error in the body, or with no
 * choice at all: that becomes the failure that it is.
 */
export const providerFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return errorResponse(response.status, "The server answered with a redirect, which is not followed.");
  }
  if (response.body === null) return response;
  const limited = new Response(response.body.pipeThrough(limit()), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
  const isJson = (response.headers.get("content-type") ?? "").includes("application/json");
  return response.ok && isJson ? withoutHiddenErrors(limited) : limited;
};

const limit = (): TransformStream<Uint8Array, Uint8Array> => {
  let received = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      received += chunk.byteLength;
      if (received > largestResponse) controller.error(new Error("The model's response is too large."));
      else controller.enqueue(chunk);
    },
  });
};

const withoutHiddenErrors = async (response: Response): Promise<Response> => {
  const { status, statusText, headers } = response;
  // A body that breaks off is no answer; empty, it fails as one that cannot be read.
  const text = await response.text().catch(() => "");
  const whole = new Response(text, { status, statusText, headers });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return whole;
  }
  if (typeof body !== "object" || body === null) return whole;
  const { error, choices } = body as { readonly error?: unknown; readonly choices?: unknown };
  if (typeof error === "object" && error !== null) return new Response(text, { status: statusOf(error), headers });
  // A choice is what was asked for; without one there is nothing to read, and asking again may help.
  if (Array.isArray(choices) && choices.length === 0) return errorResponse(502, "The answer has no choices.");
  return whole;
};

/**
 * What errors are called, and the status that they come with where they are not hidden.
 * https://platform.claude.com/docs/en/api/errors, https://platform.openai.com/docs/guides/error-codes
 */
const statusByName: Readonly<Record<string, number>> = {
  insufficient_quota: 429,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  billing_error: 402,
  invalid_api_key: 401,
  authentication_error: 401,
  permission_error: 403,
  model_not_found: 404,
  not_found_error: 404,
  context_length_exceeded: 400,
  request_too_large: 413,
  invalid_request_error: 400,
};

/** OpenRouter and others put the status that they got from the provider into the error; others only name the error. */
const statusOf = (error: object): number => {
  const { code, status, type } = error as Readonly<Record<"code" | "status" | "type", unknown>>;
  const given = [code, status].map(Number).find((value) => value >= 400 && value < 600);
  // The code says more than the type: OpenAI's wrong key is an `invalid_request_error`.
  const name = [code, type].find((each) => typeof each === "string" && Object.hasOwn(statusByName, each));
  return given ?? statusByName[String(name)] ?? 502;
};

const errorResponse = (status: number, message: string): Response =>
  new Response(JSON.stringify({ error: { message } }), { status, headers: { "content-type": "application/json" } });
