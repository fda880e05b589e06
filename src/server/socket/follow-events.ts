import type { Listener } from "../live.ts";
import type { NumberedEvent } from "../protocol.ts";
import { lastEventOf, turnOfEvent } from "../views.ts";

export interface Following {
  /** The last event that the client has. */
  readonly after: number;
  listen(listener: Listener): () => void;
  /** Tells now and then how many turns are stored, whoever took them. */
  watch(follower: (turns: number) => void): () => void;
  /** The stored events after a given one, all at once or page by page. */
  read(after: number): Promise<readonly NumberedEvent[]> | AsyncIterable<NumberedEvent>;
  /** Live: must not wait. */
  send(event: NumberedEvent): void;
  /** From the store: as fast as the client reads. */
  sendPaced(event: NumberedEvent): Promise<void>;
  /** The store could not be read. */
  fail(error: unknown): void;
}

/**
 * Gives a client every event after the last one it has, each once, in order. An event is passed on live only if nothing before it
 * is missing. What is missing is read from the store: a turn when it is done, and up to each sentence, which is stored before it is told.
 * So nothing need be kept for clients that are away.
 */
export function followEvents({ after, listen, watch, read, send, sendPaced, fail }: Following): () => void {
  let cursor = after;
  let liveTurn: number | null = null;
  let isReading = false;
  let isBehind = false;
  let isStopped = false;

  const stopListening = listen((event) => {
    const turn = turnOfEvent(event.id);
    if (event.type === "accepted" && !isReading && cursor === lastEventOf(turn - 1)) liveTurn = turn;
    // The client came back in the middle of the turn, or the turn was taken up after a crash.
    if (!isReading && event.id === cursor + 1) liveTurn = turn;
    if (event.id <= cursor) return;
    if (turn === liveTurn) {
      cursor = event.id;
      send(event);
    } else if (event.type === "done" || event.type === "sentence") {
      void catchUp();
    }
  });

  const stopWatching = watch((turns) => {
    if (lastEventOf(turns) > cursor) void catchUp();
  });

  async function catchUp(): Promise<void> {
    isBehind = true;
    if (isReading) return;
    isReading = true;
    liveTurn = null;
    try {
      while (isBehind && !isStopped) {
        isBehind = false;
        for await (const event of await read(cursor)) {
          if (isStopped) return;
          cursor = event.id;
          await sendPaced(event);
        }
      }
    } catch (error) {
      if (!isStopped) fail(error);
    } finally {
      isReading = false;
    }
  }

  void catchUp();
  return () => {
    isStopped = true;
    stopListening();
    stopWatching();
  };
}
