import type { Soni } from "../../runtime/soni.ts";
import { createListeners } from "../live.ts";

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
  const followers = createListeners<Follower>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const ids = followers.ids();
    try {
      for (let from = 0; from < ids.length; from += batch) {
        for (const [id, turns] of await soni.turnCounts(ids.slice(from, from + batch))) {
          for (const follower of followers.of(id)) follower(turns);
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

  return { follow: followers.add, close: () => clearInterval(timer) };
}
