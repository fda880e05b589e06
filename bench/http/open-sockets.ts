import { WebSocket } from "ws";
import { user } from "./script.ts";

export interface OpenSockets {
  /** Says something on one of them, and waits until it is acknowledged. */
  say(index: number, messageId: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** One socket for each conversation, opened a few at a time, all of them ready. */
export async function openSockets(port: number, conversations: readonly string[]): Promise<OpenSockets> {
  const sockets: WebSocket[] = [];
  const waiting = conversations.map((id) => `ws://127.0.0.1:${port}/v1/conversations/${id}/socket`);
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
        sockets.push(await ready(address));
      }
    }),
  );
  return {
    say: (index, messageId, text) => say(sockets[index] as WebSocket, messageId, text),
    async close() {
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.close();
      await Promise.all(closed);
    },
  };
}

const ready = (address: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(address, {
      perMessageDeflate: false,
      headers: { authorization: `Bearer ${user.token}` },
    });
    socket.once("error", reject);
    socket.once("message", (data) => {
      const { type } = JSON.parse(String(data)) as { readonly type: string };
      if (type === "ready") resolve(socket);
      else reject(new Error(`Not ready: ${String(data)}`));
    });
  });

const say = (socket: WebSocket, messageId: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (data: unknown): void => {
      const { type } = JSON.parse(String(data)) as { readonly type: string };
      if (type !== "ack" && type !== "error") return;
      socket.off("message", look);
      if (type === "ack") resolve();
      else reject(new Error(String(data)));
    };
    socket.on("message", look);
    socket.send(JSON.stringify({ type: "message", messageId, text }));
  });
