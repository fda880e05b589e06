import type { Command } from "../../../src/engine/commands/command.ts";
import type { TurnStreamEvent } from "../../../src/server/protocol.ts";
import type { FindingsFrame } from "../../../src/server/socket/frames.ts";
import { ProblemError } from "./problem-error.ts";
import { readEventStream } from "./read-event-stream.ts";
import type { AssistantDescription, AuditEntry, ConversationStatus, Problem, TranscriptEntry, Turn } from "./wire.ts";

export interface SentMessage {
  /** The same id again gives the same reply and does nothing twice. */
  readonly messageId: string;
  readonly text: string;
  readonly command?: Command;
}

export type OnEvent = (event: TurnStreamEvent) => void;

/** Learns what happens in a conversation, whoever speaks in it. */
export interface Watcher {
  /** A turn as far as it has come. */
  turn(entry: TranscriptEntry, isDone: boolean): void;
  /** Whether the server is there, told when that changes and without being asked. */
  connected(isThere: boolean): void;
  /** Where the assistant is being built: what is wrong with its files; null if nothing is known. */
  findings(found: FindingsFrame | null): void;
}

/** How messages get to the server and what happens meanwhile comes back. */
export interface Transport {
  /** Resolves when the turn is done; fails with a ProblemError. */
  send(conversationId: string, message: SentMessage, onEvent: OnEvent): Promise<Turn>;
  /** Keeps to this conversation from now on, after the event with this id. Some transports cannot, and tell nothing. */
  follow(conversationId: string, after: number, watcher: Watcher): void;
  /** Tries at once what it waits with. */
  wake(): void;
  close(): void;
}

export interface Client extends Transport {
  describe(): Promise<AssistantDescription>;
  /** Begins it, unless it is there already. */
  create(conversationId: string): Promise<ConversationStatus>;
  transcript(conversationId: string): Promise<readonly TranscriptEntry[]>;
  /** Gives it back from a person to the assistant. */
  release(conversationId: string): Promise<Turn>;
  /** For developers. */
  audit(conversationId: string): Promise<readonly AuditEntry[]>;
}

export interface ClientOptions {
  /** Where the server is, with a slash at the end. */
  readonly base: string;
  readonly token: TokenSource;
}

/** The token to send, or null for none. Given one that the server refused, it may have another. */
export type TokenSource = (refused?: string) => string | null | Promise<string | null>;

export type Request = (path: string, options?: RequestInit) => Promise<Response>;

export function createClient(options: ClientOptions, transportOf: (request: Request) => Transport): Client {
  const request = createRequest(options);
  const read = async <Answer>(path: string): Promise<Answer> => (await request(path)).json() as Promise<Answer>;
  /** All pages, one after the other. */
  const readPages = async <Entry>(path: string): Promise<readonly Entry[]> => {
    const entries: Entry[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: { entries: Entry[]; next: number | null } = await read(`${path}?limit=200&after=${after}`);
      entries.push(...page.entries);
      after = page.next;
    }
    return entries;
  };
  const of = (conversationId: string): string => `conversations/${encodeURIComponent(conversationId)}`;
  return {
    ...transportOf(request),
    describe: () => read<AssistantDescription>("assistant"),
    async create(conversationId) {
      const created = await request("conversations", { method: "POST", body: JSON.stringify({ conversationId }) });
      return ((await created.json()) as { status: ConversationStatus }).status;
    },
    async release(id) {
      return (await request(`${of(id)}/handoff/release`, { method: "POST" })).json() as Promise<Turn>;
    },
    transcript: (id) => readPages<TranscriptEntry>(`${of(id)}/transcript`),
    audit: (id) => readPages<AuditEntry>(`${of(id)}/audit`),
  };
}

/** Posts each message and reads its turn as server-sent events. */
export const postTransport = (request: Request): Transport => ({
  async send(conversationId, message, onEvent) {
    const response = await request(`conversations/${encodeURIComponent(conversationId)}/messages`, {
      method: "POST",
      body: JSON.stringify(message),
      headers: { accept: "text/event-stream" },
    });
    let turn: Turn | null = null;
    if (response.body === null) throw new ProblemError(null);
    const take: OnEvent = (event) => {
      if (event.type === "error") throw new ProblemError(event.problem);
      if (event.type === "done" && event.reply !== undefined) turn = event.reply as unknown as Turn;
      onEvent(event);
    };
    await readEventStream(response.body, take).catch((error: unknown) => {
      throw error instanceof ProblemError ? error : new ProblemError(null);
    });
    // Cut off before its end: what happened is learnt by sending it again.
    if (turn === null) throw new ProblemError(null);
    return turn;
  },
  follow: () => undefined,
  wake: () => undefined,
  close: () => undefined,
});

function createRequest({ base, token }: ClientOptions): Request {
  const send = (path: string, options: RequestInit, bearer: string | null): Promise<Response> =>
    fetch(new URL(`v1/${path}`, base), {
      ...options,
      headers: {
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...options.headers,
      },
    }).catch(() => {
      throw new ProblemError(null);
    });
  return async (path, options = {}) => {
    const bearer = await token();
    const first = await send(path, options, bearer);
    const other = first.status === 401 && bearer !== null ? await token(bearer) : bearer;
    const response = other === bearer ? first : await send(path, options, other);
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new ProblemError(
      problem ?? { ...unexplained, status: response.status },
      Number(response.headers.get("retry-after") ?? 0) * 1000,
    );
  };
}

/** From a proxy in between, perhaps. */
const unexplained: Problem = { type: "about:blank", title: "", status: 500, detail: "", code: "internal" };
