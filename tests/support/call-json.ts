export interface JsonCall {
  readonly json?: unknown;
  readonly token?: string;
}

/** GET, or POST where there is something to send. */
export async function callJson(url: string, { json, token }: JsonCall = {}) {
  const response = await fetch(url, {
    method: json === undefined ? "GET" : "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
  return { status: response.status, body: (await response.json()) as any };
}
