import { setTimeout as sleep } from "node:timers/promises";

/** The response, or `null` if there was none: the server was away. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
  readonly body: any;
}

export interface Sent {
  readonly text?: string;
  readonly command?: unknown;
  readonly messageId?: string;
}

/** One user of a server. */
export interface AttackClient {
  call(method: string, path: string, json?: unknown): Promise<Answer | null>;
  /** Begins a conversation and sends it commands that lead to a waiting point, each list in a turn of its own. */
  begin(conversationId: string, turns?: readonly (readonly object[])[]): Promise<void>;
  say(conversationId: string, sent: Sent): Promise<Answer | null>;
  /**
   * Sends it again under its id while the server is away or asks to come back later, as good clients do. Null: `isOver`
   * said that nobody waits any longer.
   */
  sayUntilAnswered(
    conversationId: string,
    sent: Sent & { readonly messageId: string },
    isOver?: () => boolean,
  ): Promise<(Answer & { readonly tries: number }) | null>;
  messageIds(conversationId: string): Promise<readonly string[]>;
}

interface ClientOptions {
  readonly token?: string;
  /** Milliseconds that it waits for an answer: more than any turn may take. */
  readonly patience?: number;
}

export function attackClient(url: string, { token, patience = 100_000 }: ClientOptions = {}): AttackClient {
  const call = async (method: string, path: string, json?: unknown): Promise<Answer | null> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
    } catch {
      return null;
    }
  };
  const say = (id: string, sent: Sent): Promise<Answer | null> =>
    call("POST", `/v1/conversations/${id}/messages`, sent);
  const sayUntilAnswered: AttackClient["sayUntilAnswered"] = async (id, sent, isOver = () => false) => {
    for (let tries = 1; ; tries++) {
      const answer = await say(id, sent);
      if (answer !== null && answer.status !== 503 && answer.status !== 429) return { ...answer, tries };
      if (isOver()) return null;
      await sleep(100);
    }
  };
  return {
    call,
    say,
    sayUntilAnswered,
    async begin(conversationId, turns = []) {
      const begun = await call("POST", "/v1/conversations", { conversationId });
      if (begun === null || begun.status > 201) throw new Error(`No conversation: ${JSON.stringify(begun)}`);
      for (const command of turns) {
        const answer = await say(conversationId, { command });
        if (answer?.status !== 200) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(answer)}`);
      }
    },
    async messageIds(conversationId) {
      const ids: string[] = [];
      for (let after: string | number | null = 0; after !== null; ) {
        const answer = await call("GET", `/v1/conversations/${conversationId}/transcript?after=${after}`);
        for (const { messageId } of answer?.body.entries ?? []) ids.push(messageId);
        after = answer?.body.next ?? null;
      }
      return ids;
    },
  };
}
