import type { SentMessage } from "./client.ts";

/** What survives a reload: which conversation it is, and what was said in it without an answer yet. */
export interface Memory {
  conversation(): string | null;
  keepConversation(id: string): void;
  outbox(): readonly SentMessage[];
  keepOutbox(messages: readonly SentMessage[]): void;
}

/** In the browser's storage, for one server. Where storage is forbidden, the chat works and forgets. */
export function browserMemory(server: string, storage: () => Storage = () => localStorage): Memory {
  const read = (name: string): string | null => {
    try {
      return storage().getItem(`soni:${name}:${server}`);
    } catch {
      return null;
    }
  };
  const write = (name: string, value: string): void => {
    try {
      storage().setItem(`soni:${name}:${server}`, value);
    } catch {
      // Forbidden or full: nothing that the user could do about it.
    }
  };
  return {
    conversation() {
      const id = read("conversation");
      return id !== null && /^\w[\w.@-]{0,127}$/.test(id) ? id : null;
    },
    keepConversation: (id) => write("conversation", id),
    outbox() {
      try {
        return JSON.parse(read("outbox") ?? "[]") as readonly SentMessage[];
      } catch {
        return [];
      }
    },
    keepOutbox: (messages) => write("outbox", JSON.stringify(messages)),
  };
}
