import { WebSocket } from "ws";
import type { Store } from "../../src/stores/store.ts";
import { type Message, request, type Said, send } from "./chat-client.ts";
import type { ChatServer } from "./start-chat-server.ts";

export interface Watch {
  /** Sends it and waits for the end, whatever it is; null if the connection broke. */
  send(message: Message, as: "json" | "stream"): Promise<Said | null>;
  /** What anybody was told of a turn, and whether the store had it by then. */
  told(): Promise<{ readonly replies: number; readonly uncommitted: number }>;
  close(): void;
}

/** Everything a client can hear a reply from: the answer, the stream of it, and a socket that only listens. */
export async function watchReplies(server: ChatServer, store: Store, conversationId: string): Promise<Watch> {
  const checks: Promise<boolean>[] = [];
  /** Asked of the database itself, on a connection that no fault touches. */
  const isStored = async (messageId: string): Promise<boolean> =>
    (await store.transcript(`local:${conversationId}`)).some((entry) => entry.messageId === messageId);
  const hear = (event: { readonly type?: string; readonly messageId?: string }): void => {
    if (event.type === "message" || event.type === "done") checks.push(isStored(event.messageId ?? ""));
  };
  const { body } = (await request(`${server.url}/v1/conversations/${conversationId}`)) ?? {};
  const socket = new WebSocket(
    `ws://127.0.0.1:${server.port}/v1/conversations/${conversationId}/socket?after=${body.status.lastEventId}`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "ready") resolve();
      hear(frame);
    });
  });
  return {
    async send(message, as) {
      if (as === "stream") return stream(server.url, message, hear);
      const said = await send(server.url, message);
      if (said?.status === 200) checks.push(isStored(message.messageId));
      return said;
    },
    async told() {
      const stored = await Promise.all(checks);
      return { replies: stored.length, uncommitted: stored.filter((is) => !is).length };
    },
    close: () => socket.terminate(),
  };
}

type Hear = (event: { readonly type?: string; readonly messageId?: string }) => void;

async function stream(url: string, message: Message, hear: Hear): Promise<Said | null> {
  const { conversationId, messageId, text } = message;
  const response = await fetch(`${url}/v1/conversations/${conversationId}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ messageId, text }),
  });
  let last: Said["body"] = {};
  let rest = "";
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = `${rest}${part}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((each) => each.startsWith("data:"))) {
      last = JSON.parse(line.slice(5));
      hear(last);
    }
  }
  return { status: last.problem?.status ?? response.status, retryAfter: null, body: last.reply ?? last };
}
