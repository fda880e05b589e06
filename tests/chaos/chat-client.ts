import { setTimeout as sleep } from "node:timers/promises";

export interface Said {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
  readonly body: any;
}

export interface Message {
  readonly conversationId: string;
  readonly messageId: string;
  readonly text: string;
}

export interface Reply {
  readonly turn: number;
  readonly texts: readonly string[];
  readonly duplicate: boolean;
}

/** One request; null if the connection broke before an answer came. */
export async function request(url: string, json?: unknown): Promise<Said | null> {
  try {
    const response = await fetch(url, {
      method: json === undefined ? "GET" : "POST",
      ...(json === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(json) }),
    });
    const body = await response.json();
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
  } catch {
    return null;
  }
}

export const send = (url: string, { conversationId, messageId, text }: Message): Promise<Said | null> =>
  request(`${url}/v1/conversations/${conversationId}/messages`, { messageId, text });

/** What was refused on the way to a reply. */
export interface Refusals {
  broken: number;
  unavailable: number;
}

export const noRefusals = (): Refusals => ({ broken: 0, unavailable: 0 });

interface Trying {
  /** Where to send it, at each attempt. */
  readonly url: (attempt: number) => string;
  readonly refusals?: Refusals;
  /** How long a client waits after a refusal, given the seconds that the server asks for. */
  readonly pause?: (retryAfter: number | null) => number;
}

const shortly = (): number => 50;

/** What a good client does: the same again, under the same id, to whoever is there, until there is an answer. */
async function untilAnswered(trying: Trying, ask: (url: string) => Promise<Said | null>): Promise<Said> {
  const { url, refusals = noRefusals(), pause = shortly } = trying;
  for (let attempt = 0; ; attempt += 1) {
    const said = await ask(url(attempt));
    if (said !== null && said.status < 300) return said;
    if (said === null) refusals.broken += 1;
    else if (said.status === 503 && Number(said.retryAfter) > 0) refusals.unavailable += 1;
    else throw new Error(`Refused for good: ${said.status} ${JSON.stringify(said.body)}`);
    await sleep(pause(said === null ? null : Number(said.retryAfter)));
  }
}

export async function say(message: Message, trying: Trying): Promise<Reply> {
  const { body } = await untilAnswered(trying, (url) => send(url, message));
  return replyIn(body);
}

export async function begin(conversationId: string, trying: Trying): Promise<void> {
  await untilAnswered(trying, (url) => request(`${url}/v1/conversations`, { conversationId }));
}

export interface Entry {
  readonly turn: number;
  readonly messageId: string;
  readonly texts: readonly string[];
}

/** What the server says was said, without the turn that opened the conversation. */
export async function transcriptOf(conversationId: string, trying: Trying): Promise<readonly Entry[]> {
  const entries: Said["body"][] = [];
  for (let after: number | null = 0; after !== null; ) {
    const query = `after=${after}&limit=500`;
    const { body } = await untilAnswered(trying, (url) =>
      request(`${url}/v1/conversations/${conversationId}/transcript?${query}`),
    );
    entries.push(...body.entries);
    after = body.next;
  }
  return entries.slice(1).map((entry: Said["body"]) => ({ ...replyIn(entry), messageId: entry.messageId }));
}

export const replyIn = ({ turn, messages, duplicate = false }: Said["body"]): Reply => ({
  turn,
  texts: messages.map(({ text }: { readonly text: string }) => text),
  duplicate,
});
