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
    take: async (state, message, setAside) => (await host()).take(state, message, setAside),
    finish: async (conversationId, setAside) => (await host()).finish(conversationId, setAside),
  };
}
