import type { PgBoss } from "pg-boss";
import type { QueuePlace } from "./queue-place.ts";
import { guarded, openQueues, queueNames } from "./queues.ts";

/** What waits goes first: what became of a message is written only while it is there. */
const inOrder = [queueNames.messages, queueNames.deliveries, queueNames.refusals];

/** Nothing of a conversation stays in the queues. */
export async function forget(boss: PgBoss, conversationId: string): Promise<void> {
  for (const name of inOrder) {
    const jobs = await guarded(() => boss.findJobs(name, { key: conversationId }));
    const ids = jobs.map(({ id }) => id);
    if (ids.length > 0) await guarded(() => boss.deleteJob(name, ids));
  }
}

/** The same from outside of a server. Where none ever had a background channel, there is nothing to forget. */
export async function forgetQueued(place: QueuePlace, conversationIds: readonly string[]): Promise<void> {
  if (!(await guarded(() => hasQueues(place)))) return;
  const boss = await openQueues(place, () => {});
  try {
    for (const id of conversationIds) await forget(boss, id);
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function hasQueues({ url, schema }: QueuePlace): Promise<boolean> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}
