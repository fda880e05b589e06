import type { JsonObject } from "../domain/json.ts";
import type { Soni } from "./soni.ts";

export interface SweeperOptions {
  readonly everyMs?: number;
  readonly log?: (message: string, data?: JsonObject) => void;
}

const every = 10_000;

/**
 * Finishes, every so often, what processes that died left in mid-turn, so that nobody has to write again first. Returns
 * what ends it, once a sweep under way is done.
 */
export function startSweeper(
  soni: Pick<Soni, "recover">,
  { everyMs = every, log = () => undefined }: SweeperOptions = {},
): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      const turns = await soni.recover();
      if (turns > 0) log("turns finished that had died", { turns });
    } catch (error) {
      // The store may be away; the next sweep tries again.
      log("sweep failed", { error: error instanceof Error ? error.message : String(error) });
    }
  };
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
