import type { TurnHost } from "./turn-host.ts";

/** Loading LangGraph takes a second: not before the first conversation is touched. */
export function lazyHost(open: () => Promise<TurnHost>): TurnHost {
  let opening: Promise<TurnHost> | null = null;
  const host = (): Promise<TurnHost> => {
    opening ??= open();
    return opening;
  };
  return {
    read: async (conversationId) => (await host()).read(conversationId),
    take: async (state, message) => (await host()).take(state, message),
    finish: async (conversationId) => (await host()).finish(conversationId),
  };
}
