import type { Job, PgBoss, SendOptions } from "pg-boss";
import type { Problem } from "../problem.ts";
import type { Delivery, QueuedMessage, Refusal, StoredMessage } from "./queued-message.ts";
import { queueNames } from "./queues.ts";

/** What is left of a message when it leaves its queue. */
export interface Outcome {
  readonly refusal: Refusal | null;
  readonly delivery: Delivery | null;
}

/** Of one whose conversation was forgotten, nothing. */
export function outcomeOf(message: QueuedMessage, problem: Problem | null): Outcome {
  if (problem?.code === "conversation.unknown") return { refusal: null, delivery: null };
  const { conversationId, messageId, sender, deliver } = message;
  const because = problem === null ? {} : { problem };
  return {
    refusal: problem === null ? null : { problem },
    delivery: deliver ? { conversationId, messageId, user: sender.name, ...because } : null,
  };
}

/**
 * The message leaves its queue and what became of it is kept, both or neither. One that was no longer there was
 * forgotten with its conversation, or another worker has it by now: this one then leaves nothing.
 */
export async function settle(boss: PgBoss, job: Job<StoredMessage>, { refusal, delivery }: Outcome): Promise<void> {
  const transaction = await boss.getDb().beginTransaction?.();
  if (transaction === undefined) throw new Error("pg-boss has no transactions of its own any more.");
  const { db } = transaction;
  try {
    const isOurs = affectedBy(await boss.deleteJob(queueNames.messages, job, { db })) > 0;
    const place: SendOptions = { id: job.id, singletonKey: job.data.conversationId, db };
    if (isOurs && refusal !== null) await boss.send(queueNames.refusals, refusal, place);
    if (isOurs && delivery !== null) await boss.send(queueNames.deliveries, delivery, place);
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

/** pg-boss counts them, and does not say so in its types. */
function affectedBy(response: object): number {
  if ("affected" in response && typeof response.affected === "number") return response.affected;
  throw new Error("pg-boss does not say any more how many jobs it has deleted.");
}
