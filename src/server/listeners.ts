/** Those who listen to a conversation each, under its internal id. */
export interface Listeners<Listener> {
  /** Stops when the returned function is called. */
  add(internalId: string, listener: Listener): () => void;
  of(internalId: string): Iterable<Listener>;
  has(internalId: string): boolean;
  ids(): readonly string[];
  /** How many listen, in all. */
  readonly size: number;
}

/** `onLast`: nobody listens to that conversation any more. */
export function createListeners<Listener>(onLast: (internalId: string) => void = () => undefined): Listeners<Listener> {
  const listeners = new Map<string, Set<Listener>>();
  return {
    add(internalId, listener) {
      const listening = listeners.get(internalId) ?? new Set();
      listeners.set(internalId, listening.add(listener));
      return () => {
        listening.delete(listener);
        if (listening.size > 0 || listeners.get(internalId) !== listening) return;
        listeners.delete(internalId);
        onLast(internalId);
      };
    },
    of: (internalId) => listeners.get(internalId) ?? [],
    has: (internalId) => listeners.has(internalId),
    ids: () => [...listeners.keys()],
    get size() {
      return [...listeners.values()].reduce((sum, each) => sum + each.size, 0);
    },
  };
}
