/** Those of this process who wait until a conversation is given back. */
export interface LeaseWaiters {
  /** Listens from now on. Before asking for the lease, so that no release between the question and its answer is missed. */
  listen(conversationId: string): LeaseWaiter;
  wake(conversationId: string): void;
  wakeAll(): void;
}

interface LeaseWaiter {
  /** Resolves when the conversation is given back, or after that time. */
  pause(milliseconds: number): Promise<void>;
  stop(): void;
}

/** With how other processes' releases are heard of, once anybody waits. */
export const createLeaseWaiters = (watch: (onRelease: (conversationId: string) => void) => void): LeaseWaiters => {
  const waiting = new Map<string, Set<() => void>>();
  let watched = false;
  const wake = (conversationId: string): void => {
    for (const resolve of waiting.get(conversationId) ?? []) resolve();
  };
  return {
    wake,
    wakeAll() {
      for (const conversationId of [...waiting.keys()]) wake(conversationId);
    },
    listen(conversationId) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      const others = waiting.get(conversationId) ?? new Set();
      waiting.set(conversationId, others.add(resolve));
      return {
        async pause(milliseconds) {
          if (!watched) {
            watched = true;
            watch(wake);
          }
          let timer: NodeJS.Timeout | undefined;
          const timeout = new Promise<void>((elapsed) => {
            timer = setTimeout(elapsed, milliseconds);
          });
          await Promise.race([woken, timeout]);
          clearTimeout(timer);
        },
        stop() {
          others.delete(resolve);
          if (others.size === 0 && waiting.get(conversationId) === others) waiting.delete(conversationId);
        },
      };
    },
  };
};
