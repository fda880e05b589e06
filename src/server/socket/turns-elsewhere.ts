import type { Soni } from "../../runtime/soni.ts";

/** Told how many turns its conversation has. */
type Follower = (turns: number) => void;

/** The turns that other processes take in conversations which have a socket here: a background worker, another device. */
export interface TurnsElsewhere {
  follow(internalId: string, follower: Follower): () => void;
  close(): void;
}

/** So many conversations are asked for at a time. */
const batch = 500;

/** The store is asked now and then, once for all of them: announcing every turn would cost every turn. */
export function createTurnsElsewhere(soni: Pick<Soni, "turnCounts">, milliseconds: number): TurnsElsewhere {
  const followed = new Map<string, Set<Follower>>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const ids = [...followed.keys()];
    try {
      for (let from = 0; from < ids.length; from += batch) {
        for (const [id, turns] of await soni.turnCounts(ids.slice(from, from + batch))) {
          for (const follower of followed.get(id) ?? []) follower(turns);
        }
      }
    } catch {
      // A store that is away is asked again the next time.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, milliseconds);
  timer.unref();

  return {
    follow(internalId, follower) {
      const others = followed.get(internalId) ?? new Set();
      followed.set(internalId, others.add(follower));
      return () => {
        others.delete(follower);
        if (others.size === 0 && followed.get(internalId) === others) followed.delete(internalId);
      };
    },
    close: () => clearInterval(timer),
  };
}
