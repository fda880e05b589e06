import type { JsonObject } from "../engine/json.ts";
import type { Soni } from "./soni.ts";

export interface SweeperOptions {
  readonly everyMs?: number;
  /** The first sweep is now, not after the first interval. */
  readonly atOnce?: boolean;
  /** How often what is old enough is forgotten; the first time with the first sweep. Default: every hour. */
  readonly pruneEveryMs?: number;
  readonly log?: (message: string, data?: JsonObject) => void;
}

const every = 10_000;
const hour = 60 * 60 * 1000;

/**
 * Finishes, every so often, what processes that died left in mid-turn, so that nobody has to write again first, and puts
 * aside sessions that timed out; more rarely, forgets what is older than the settings say, with caution: nobody watches, and the clock may be wrong. Returns what ends it, once a sweep under way is done.
 */
export function startSweeper(
  soni: Pick<Soni, "recover" | "abandon" | "prune">,
  { everyMs = every, atOnce = false, pruneEveryMs = hour, log = () => undefined }: SweeperOptions = {},
): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  let sweeps = 0;
  const sweep = async (): Promise<void> => {
    try {
      const turns = await soni.recover();
      if (turns > 0) log("turns finished that had died", { turns });
      const sessions = await soni.abandon();
      if (sessions > 0) log("sessions put aside that had timed out", { sessions });
      if (sweeps++ % Math.max(1, Math.round(pruneEveryMs / everyMs)) !== 0) return;
      const pruned = await soni.prune({ cautious: true });
      const conversations = pruned.conversations.length;
      if (conversations + pruned.turns > 0) log("old turns forgotten", { conversations, turns: pruned.turns });
    } catch (error) {
      // The store may be away; the next sweep tries again.
      log("sweep failed", { error: error instanceof Error ? error.message : String(error) });
    }
  };
  if (atOnce) sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
