import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ReadBudget } from "./read-budget.ts";
import { unknownConversation } from "./send-message.ts";

/** One turn of a page, and what it is on the wire: an entry, or several events. */
export interface PageTurn {
  readonly turn: number;
  readonly items: readonly unknown[];
}

export interface PageRequest {
  /** The field that holds the items. */
  readonly name: "entries" | "events";
  /** Turns, at most. */
  readonly limit: number;
  /** Only turns after this one. */
  readonly after: number;
  read(query: { readonly after: number; readonly limit: number }): Promise<readonly PageTurn[]>;
  /** Where the next page begins. */
  cursorAfter(turn: number): number;
}

/** Turns that are read from the store in one step. */
const turnsPerStep = 20;

/**
 * A page as a stream, a few turns at a time: neither the store nor this process ever holds more than those. Of a conversation
 * without any turn nothing is sent: it is not known.
 */
export async function sendPage(
  reply: FastifyReply,
  page: PageRequest,
  { reads, owner }: { readonly reads: ReadBudget; readonly owner: string },
): Promise<void> {
  const permit = reads.enter(owner);
  const step = (after: number, left: number) => {
    // One more than asked for: is there a next page?
    const limit = Math.min(turnsPerStep, left + 1);
    return permit.read(async () => ({ turns: await page.read({ after, limit }), limit }));
  };
  const begin = async () => {
    const first = await step(page.after, page.limit);
    const isKnown = first.turns.length > 0 || (page.after > 0 && (await step(0, 0)).turns.length > 0);
    if (!isKnown) throw unknownConversation();
    return first;
  };
  const first = await begin().catch((error: unknown) => {
    permit.leave();
    throw error;
  });

  async function* texts() {
    yield `{"${page.name}":[`;
    let [now, left, last, separator] = [first, page.limit, page.after, ""];
    for (;;) {
      for (const { turn, items } of now.turns.slice(0, left)) {
        for (const item of items) {
          yield `${separator}${JSON.stringify(item)}`;
          separator = ",";
        }
        last = turn;
      }
      const hasMore = now.turns.length > left;
      left -= Math.min(left, now.turns.length);
      if (hasMore || now.turns.length < now.limit) {
        yield `],"next":${hasMore ? page.cursorAfter(last) : null}}`;
        return;
      }
      now = await step(last, left);
    }
  }

  const stream = Readable.from(texts());
  stream.once("close", permit.leave);
  void reply.type("application/json; charset=utf-8").send(stream);
}
