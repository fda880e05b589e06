import type { PgBoss, Queue } from "pg-boss";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { loadPackages } from "../../engine/optional-packages.ts";
import type { QueuePlace } from "./queue-place.ts";

export const queueNames = { messages: "messages", deliveries: "deliveries", refusals: "refusals" } as const;

const day = 24 * 60 * 60;
/** Of one message, while the store is away: about eight hours, 30 seconds apart. */
export const messageRetries = 1000;
/** Of one webhook call: seconds at first, an hour apart at last, over about half a day. */
export const deliveryRetries = 24;
/** Who is silent for so long is dead, and another takes its messages. The least that pg-boss allows. */
const heartbeatSeconds = 10;
/** How often each process looks for the dead. */
const watchSeconds = 2;

/** One at a time and in order for each key, which is the conversation: also while one is tried again. */
const inOrder = { policy: "key_strict_fifo", heartbeatSeconds, retryBackoff: true, retentionSeconds: 365 * day };

const plans: Readonly<Record<keyof typeof queueNames, Omit<Queue, "name">>> = {
  messages: { ...inOrder, retryLimit: messageRetries, retryDelay: 1, retryDelayMax: 30 },
  deliveries: { ...inOrder, retryLimit: deliveryRetries, retryDelay: 2, retryDelayMax: 60 * 60 },
  // Nobody works on these: they are there to be asked for, and gone after a day.
  refusals: { policy: "standard", retentionSeconds: day },
};

/** The queues, ready for work; processes that start together wait for each other while their tables are made. */
export async function openQueues(
  { url, schema }: QueuePlace,
  log: (message: string, data?: JsonObject) => void,
): Promise<PgBoss> {
  const pgBoss = await loadPackages("background", () => import("pg-boss"));
  const boss = new pgBoss.PgBoss({
    connectionString: url,
    schema,
    application_name: "soni background",
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Nothing here is planned by a calendar.
    schedule: false,
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
  });
  // Connections break when the database restarts. Without a listener that would end the process.
  boss.on("error", (error) => log("background queue", { error: error.message }));
  await guarded(() => boss.start());
  for (const [name, { policy, ...options }] of Object.entries(plans)) {
    await guarded(() => boss.createQueue(name, { ...options, ...(policy === undefined ? {} : { policy }) }));
    // One that was there keeps its policy and takes the rest of this version.
    await guarded(() => boss.updateQueue(name, options));
  }
  return boss;
}

/** Whatever goes wrong below is the database's trouble: nothing was lost, and trying again is worth it. */
export async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new SoniError("store.unavailable", `The background queue does not answer: ${detail}`, { cause: error });
  }
}
