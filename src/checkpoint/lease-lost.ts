import { SoniError } from "../domain/errors.ts";

/** This worker was silent for too long; another one has the conversation now. */
export const leaseLost = (conversationId: string): SoniError =>
  new SoniError(
    "store.lease_lost",
    `Another process took over conversation '${conversationId}' meanwhile, so nothing of this turn was saved. Send the message again with the same id: it gets its one reply.`,
  );
