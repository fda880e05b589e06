import type { Job } from "pg-boss";
import { plainUser, publicId } from "../access/principal.ts";
import type { WebhookEvent } from "../protocol.ts";
import { messagesFor } from "../views.ts";
import { type Delivery, jobIdOf } from "./queued-message.ts";
import { deliveryRetries } from "./queues.ts";
import type { RunServices } from "./run-message.ts";
import type { Webhook } from "./webhook.ts";

interface DeliveryServices extends Pick<RunServices, "soni" | "log"> {
  readonly webhook: Webhook;
  readonly onDelivery: (result: "delivered" | "failed" | "given_up") => void;
}

/** One call of the webhook. Throws if it is to be tried again; the next answers of its conversation wait for it. */
export async function deliverAnswer(
  { data, retryCount }: Pick<Job<Delivery>, "data" | "retryCount">,
  { soni, log, webhook, onDelivery }: DeliveryServices,
): Promise<void> {
  const event = await eventOf(data, soni);
  // It was forgotten meanwhile: there is nothing left to tell.
  if (event === null) return;
  try {
    await webhook.deliver(`msg_${jobIdOf(data)}`, event);
    onDelivery("delivered");
  } catch (error) {
    const isLast = retryCount >= deliveryRetries;
    onDelivery(isLast ? "given_up" : "failed");
    log.warn({ err: error, attempt: retryCount + 1, isLast }, "webhook not delivered");
    if (!isLast) throw error;
  }
}

async function eventOf(
  { conversationId, messageId, user, problem }: Delivery,
  soni: DeliveryServices["soni"],
): Promise<WebhookEvent | null> {
  const about = { conversationId: publicId(conversationId), messageId, user };
  if (problem !== undefined) return { type: "message.refused", data: { ...about, problem } };
  const [entry] = await soni.transcript(conversationId, { messageId });
  if (entry === undefined) return null;
  const messages = messagesFor(entry.messages, plainUser);
  return { type: "message.answered", data: { ...about, turn: entry.turn, at: entry.at, messages } };
}
