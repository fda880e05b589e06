import type { Job, PgBoss } from "pg-boss";

export interface Workers {
  /** There is something to do: one that is idle looks now, instead of at its next look. */
  wake(): void;
}

/** How often an idle worker looks for what other processes have left. What this one takes in, it is told of at once. */
const lookSeconds = 2;

/** So many jobs of a queue at a time in this process. */
export async function startWorkers<Data extends object>(
  boss: PgBoss,
  queue: string,
  { count, run }: { readonly count: number; readonly run: (job: Job<Data>) => Promise<void> },
): Promise<Workers> {
  const idle = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const worker = await boss.work<Data>(queue, { pollingIntervalSeconds: lookSeconds }, async ([job]) => {
      if (job === undefined) return;
      idle.delete(worker);
      // Once this one is done, the next of the same conversation may be waiting.
      boss.notifyWorker(worker);
      try {
        await run(job);
      } finally {
        idle.add(worker);
      }
    });
    idle.add(worker);
  }
  return {
    wake() {
      const [next] = idle;
      if (next === undefined) return;
      // To the end: two that come at once wake two workers.
      idle.delete(next);
      idle.add(next);
      boss.notifyWorker(next);
    },
  };
}
