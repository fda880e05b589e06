import type { NumberedEvent } from "../protocol.ts";
import type { ServerContext } from "../server-context.ts";
import { eventsSoFar, lastTurnSeen, readEvents } from "../turn-events.ts";

/** Turns that are read from the store in one step. */
const turnsPerStep = 20;

/**
 * All events of stored turns after one, a few turns at a time, each time within the budget of its reader; then the sentences of the
 * turn that the conversation is in.
 */
export async function* storedEvents(
  { soni, reads }: Pick<ServerContext, "soni" | "reads">,
  { conversationId, owner, after }: { readonly conversationId: string; readonly owner: string; readonly after: number },
): AsyncGenerator<NumberedEvent> {
  const read = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const permit = reads.enter(owner);
    return permit.read(work).finally(permit.leave);
  };
  let last = lastTurnSeen(after);
  for (let isMore = true; isMore; ) {
    const page = { lastEvent: after, after: last, limit: turnsPerStep, secrets: "told" } as const;
    const turns = await read(() => readEvents(soni, conversationId, page));
    for (const { turn, events } of turns) {
      yield* events;
      last = turn;
    }
    isMore = turns.length === turnsPerStep;
  }
  const current = await read(() => soni.turnUnderWay(conversationId, { secrets: "told" }));
  // A turn that was done since then comes first: the end of it is told, and read then.
  if (current === null || current.turn !== last + 1) return;
  for (const event of eventsSoFar(current)) if (event.id > after) yield event;
}
