import { internalId } from "./access/principal.ts";
import type { MessageRequest } from "./message-request.ts";
import type { NumberedEvent } from "./protocol.ts";
import type { ServerContext } from "./server-context.ts";
import { eventsSoFar } from "./turn-events.ts";

interface Follower {
  /** The last event of the turn that the client has; null: it has none, and the turn is most likely about to begin. */
  readonly after: number | null;
  tell(event: NumberedEvent): void;
}

export interface FollowedTurn {
  /** Resolves when nothing is being read: what comes next can be told in order. */
  settled(): Promise<void>;
  stop(): void;
}

/**
 * Tells the steps and sentences of one message's turn while it is under way, each once, in order and without a gap. Where the client
 * missed some, because it comes back or another process began the turn, they are read from the store up to the last sentence.
 */
export function followTurn(
  { live, soni }: Pick<ServerContext, "live" | "soni">,
  { principal, conversationId, messageId }: MessageRequest,
  { after, tell }: Follower,
): FollowedTurn {
  const id = internalId(principal, conversationId);
  let last = after ?? -1;
  let isStopped = false;
  let isBehind = false;
  let reading: Promise<void> | null = null;

  const pass = (event: NumberedEvent): void => {
    if (event.id <= last || isStopped) return;
    last = event.id;
    tell(event);
  };

  const readMissing = async (): Promise<void> => {
    try {
      while (isBehind && !isStopped) {
        isBehind = false;
        const turn = await soni.turnUnderWay(id, { secrets: "told" });
        if (turn?.messageId === messageId) for (const event of eventsSoFar(turn)) pass(event);
      }
    } catch {
      // What cannot be read now comes with the reply.
    } finally {
      reading = null;
    }
  };
  const catchUp = (): void => {
    isBehind = true;
    reading ??= readMissing();
  };

  const stopListening = live.listen(id, (event) => {
    // The messages and the end come with the reply.
    if (event.messageId !== messageId || event.type === "message" || event.type === "done") return;
    if (event.type === "accepted" || event.id === last + 1) pass(event);
    else if (event.type === "sentence" && event.id > last) catchUp();
  });
  if (after !== null) catchUp();

  return {
    async settled() {
      await reading;
    },
    stop() {
      isStopped = true;
      stopListening();
    },
  };
}
