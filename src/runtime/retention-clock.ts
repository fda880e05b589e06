import type { JsonObject } from "../engine/json.ts";
import type { Store } from "../stores/store.ts";

/** Up to which time retention may count, for all processes on a store. */
export interface RetentionClock {
  /**
   * Moves on and returns the time that is reached. `at_once`: somebody asked for it, so the date is right. `by_running`:
   * nobody did; see below.
   */
  reach(how: "at_once" | "by_running"): Promise<number>;
}

interface RetentionTime {
  readonly now: () => number;
  /** Milliseconds that this process has run, from any start. */
  readonly running: () => number;
  readonly log: (message: string, data?: JsonObject) => void;
}

type Stored = Pick<Store, "prunedUntil" | "setPrunedUntil" | "conversations">;

const day = 24 * 60 * 60_000;
/** Servers are off at night: a gap of this length says nothing. Retention counts in days. */
const harmlessGap = day;
/** After a longer gap retention catches up at this speed: a wrong date forgets as much too early as it was wrong for. */
const catchUp = 2;

/**
 * Data that is forgotten by mistake is gone, and a process that has just started can't tell a wrong date from a long pause. So
 * the store remembers how far retention has come. If the date is more than a day ahead of that, retention proceeds at twice
 * the speed of real time instead of jumping. A date in the past is
 * taken: nothing is old by it, and data that is written in between is as old as it says only once retention has caught up.
 */
export function createRetentionClock(store: Stored, { now, running, log }: RetentionTime): RetentionClock {
  let lastRun = running();
  return {
    async reach(how) {
      const date = now();
      const ran = running() - lastRun;
      lastRun += ran;
      const before = (await store.prunedUntil()) ?? (await lastTurn(store)) ?? date;
      const isTaken = how === "at_once" || date - before <= harmlessGap;
      const reached = isTaken ? date : Math.min(date, before + Math.floor(catchUp * ran));
      if (!isTaken) {
        const days = Math.round((date - reached) / day);
        log("the date is far ahead of the last sweep: less is forgotten until it is caught up with", { days });
      }
      await store.setPrunedUntil(reached);
      return reached;
    },
  };
}

const lastTurn = async (store: Stored): Promise<number | undefined> =>
  (await store.conversations({ limit: 1 }))[0]?.updatedAt;
