import type { Commit, StoreRows } from "./store-rows.ts";

/** A repeated message gets its reply for at least so long, whatever else is forgotten. */
const repeatableMs = 24 * 60 * 60 * 1000;
/** Every n-th turn also forgets old ones, so a conversation holds at most this many more than it should. */
const turnsPerTrim = 64;

/** Commits, and keeps the transcript of a conversation that goes on and on from growing with it. */
export const trimTurns =
  (rows: Pick<StoreRows, "deleteTurns">, commit: (commit: Commit) => Promise<void>, keepTurns: number) =>
  async (given: Commit): Promise<void> => {
    await commit(given);
    const { conversationId, turn } = given;
    if (turn === null || turn.turn <= keepTurns || turn.turn % turnsPerTrim !== 0) return;
    const old = { before: turn.at - repeatableMs, below: turn.turn - keepTurns + 1 };
    // The turn is saved, whatever becomes of this; the next time tries again.
    await rows.deleteTurns(conversationId, old).catch(() => undefined);
  };
