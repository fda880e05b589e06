import { type Chat, createChat } from "./conversation/chat.ts";
import { type Client, createClient, postTransport, type TokenSource } from "./conversation/client.ts";
import { browserMemory } from "./conversation/memory.ts";
import { socketTransport } from "./conversation/socket-transport.ts";

/** 128 random bits; `crypto.randomUUID` is missing on pages that came over plain HTTP. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface Page {
  readonly client: Client;
  readonly chat: Chat;
}

/** What a page needs to talk to a server. */
export function openPage(server: string, token: TokenSource): Page {
  const base = new URL(server, document.baseURI).href;
  const options = { base, token };
  const client = createClient(options, (request) => socketTransport({ ...options, fallback: postTransport(request) }));
  const chat = createChat({ client, memory: browserMemory(base), newId, pause });
  addEventListener("online", () => chat.refresh());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") chat.refresh();
  });
  return { client, chat };
}
