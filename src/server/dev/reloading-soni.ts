import type { ObserveOptions, Observer } from "../../engine/state/observe.ts";
import type { Soni } from "../../runtime/soni.ts";

/** One assistant to whoever uses it, however often it is replaced behind. */
export interface ReloadingSoni {
  readonly soni: Soni;
  /** Messages go to this one from now on. The one before finishes its turns; whoever watches watches both. */
  replace(next: Soni): void;
}

export function createReloadingSoni(first: Soni): ReloadingSoni {
  const observers = new Map<
    Observer,
    { readonly stops: (() => void)[]; readonly options: ObserveOptions | undefined }
  >();
  /** The current one, and those before it that finish their turns. */
  const running = new Set([first]);
  const ending = new Set<Promise<void>>();
  let current = first;

  return {
    soni: {
      openConversation: (input) => current.openConversation(input),
      processMessage: (input) => current.processMessage(input),
      startFlow: (input) => current.startFlow(input),
      releaseHandoff: (conversationId) => current.releaseHandoff(conversationId),
      getState: (conversationId) => current.getState(conversationId),
      transcript: (conversationId, query) => current.transcript(conversationId, query),
      turnUnderWay: (conversationId, options) => current.turnUnderWay(conversationId, options),
      abandon: () => current.abandon(),
      trace: (conversationId, query) => current.trace(conversationId, query),
      audit: (conversationId, query) => current.audit(conversationId, query),
      conversations: (query) => current.conversations(query),
      turnCounts: (conversationIds) => current.turnCounts(conversationIds),
      deleteConversation: (conversationId) => current.deleteConversation(conversationId),
      deleteConversations: (query) => current.deleteConversations(query),
      quarantine: {
        list: (query) => current.quarantine.list(query),
        show: (conversationId, messageId) => current.quarantine.show(conversationId, messageId),
        retry: (conversationId, messageId) => current.quarantine.retry(conversationId, messageId),
        drop: (conversationId, messageId) => current.quarantine.drop(conversationId, messageId),
      },
      prune: (options) => current.prune(options),
      health: () => current.health(),
      understanding: () => current.understanding(),
      models: () => current.models(),
      recover: () => current.recover(),
      observe(observer, options) {
        const stops = Array.from(running, (each) => each.observe(observer, options));
        observers.set(observer, { stops, options });
        return () => {
          for (const stop of stops) stop();
          observers.delete(observer);
        };
      },
      async close() {
        await Promise.all(ending);
        await current.close();
      },
    },
    replace(next) {
      const before = current;
      current = next;
      running.add(next);
      for (const [observer, { stops, options }] of observers) stops.push(next.observe(observer, options));
      const end = before.close().finally(() => {
        running.delete(before);
        ending.delete(end);
      });
      ending.add(end);
    },
  };
}
