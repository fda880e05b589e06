import type { NumberedEvent } from "../protocol.ts";
import type { ServerContext } from "../server-context.ts";
import { lastTurnSeen, readEvents } from "../turn-events.ts";

/** Turns that are read from the store in one step. */
const turnsPerStep = 20;

/** All events of stored turns after one, a few turns at a time, each time within the budget of its reader. */
export async function* storedEvents(
  { soni, reads }: Pick<ServerContext, "soni" | "reads">,
  { conversationId, owner, after }: { readonly conversationId: string; readonly owner: string; readonly after: number },
): AsyncGenerator<NumberedEvent> {
  for (let last = lastTurnSeen(after); ; ) {
    const permit = reads.enter(owner);
    const page = { lastEvent: after, after: last, limit: turnsPerStep, secrets: "told" } as const;
    const turns = await permit.read(() => readEvents(soni, conversationId, page)).finally(permit.leave);
    for (const { turn, events } of turns) {
      yield* events;
      last = turn;
    }
    if (turns.length < turnsPerStep) return;
  }
}
