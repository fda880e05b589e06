import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";
import type { PublicState } from "../../engine/state/public-state.ts";
import type { ConversationQuery, ConversationSummary } from "../../engine/state/store.ts";
import { type Principal, plainUser } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import { ListQuery, TurnReply } from "../protocol.ts";
import { runTurn, unknownConversation } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { HandoffConversation, HandoffList, HandoffParams } from "../staff-protocol.ts";
import { entryFor, replyFor, statusOf } from "../views.ts";
import { unreadable } from "./conversation.ts";

const tags = ["handoffs"];
const path = "/handoffs/:conversationId";
type Handoff = z.infer<typeof HandoffList>["handoffs"][number];

/** One request looks at no more conversations than this: stores have no index of handoffs. */
const mostRead = 200;
const readAtOnce = 25;
/** Of the transcript: enough to take over, and bounded. */
const lastTurns = 100;

/** Conversations of all users that were handed off to the agent's queues. Each access is noted in the log. */
export function handoffsRoutes(app: ServerApp, context: ServerContext): void {
  const { soni } = context;

  /** Null: not handed off, not in the agent's queues, or nobody can read it. */
  async function handoffOf(principal: Principal, conversationId: string): Promise<[PublicState, Handoff] | null> {
    try {
      const state = await soni.getState(conversationId);
      const handoff = state === null ? null : describe(state, conversationId);
      return state !== null && handoff !== null && mayTake(principal, handoff) ? [state, handoff] : null;
    } catch (error) {
      if (error instanceof SoniError && unreadable.has(error.code)) return null;
      throw error;
    }
  }

  app.get("/handoffs", {
    schema: {
      operationId: "listHandoffs",
      summary: "Conversations that were handed off to your queues, the one used last first: needs the role `agent`",
      description:
        "Each page looks at some of all conversations. It may be empty, and there is more while `next` is given.",
      tags,
      querystring: ListQuery,
      response: { 200: HandoffList, ...orProblem },
    },
    async handler({ principal, query: { limit, after }, log }) {
      requireAgent(principal);
      const handoffs: Handoff[] = [];
      let last = after === undefined ? null : readCursor(after);
      let isEnd = false;
      for (let read = 0; read < mostRead && handoffs.length < limit && !isEnd; read += readAtOnce) {
        const page = await soni.conversations({ limit: readAtOnce, ...(last === null ? {} : { after: last }) });
        const found = await Promise.all(page.map(({ conversationId }) => handoffOf(principal, conversationId)));
        // Those beyond the limit are for the next page.
        const taken = takeUntil(page, found, limit - handoffs.length);
        handoffs.push(...taken.handoffs);
        last = taken.last ?? last;
        isEnd = page.length < readAtOnce && taken.last === page.at(-1);
      }
      log.info({ by: principal.name, count: handoffs.length }, "handoffs listed");
      return { handoffs, next: isEnd || last === null ? null : `${last.updatedAt}/${last.conversationId}` };
    },
  });

  app.get(path, {
    schema: {
      operationId: "getHandoff",
      summary: "A conversation that was handed off to your queues, with its last 100 turns: needs the role `agent`",
      tags,
      params: HandoffParams,
      response: { 200: HandoffConversation, ...orProblem },
    },
    async handler({ principal, params: { conversationId }, log }) {
      requireAgent(principal);
      const found = await handoffOf(principal, conversationId);
      if (found === null) throw unknownConversation();
      log.info({ by: principal.name, conversationId }, "handed-off conversation read");
      const [state, handoff] = found;
      const turns = await soni.transcript(conversationId, { after: Math.max(0, state.turnCount - lastTurns) });
      return { ...handoff, status: statusOf(state), entries: turns.map((turn) => entryFor(turn, plainUser)) };
    },
  });

  app.post(`${path}/release`, {
    schema: {
      operationId: "releaseHandoffOfQueue",
      summary: "Give a conversation of your queues back to the assistant: needs the role `agent`",
      tags,
      params: HandoffParams,
      body: z.strictObject({}).nullish(),
      response: { 200: TurnReply, ...orProblem },
    },
    async handler({ principal, params: { conversationId }, log }) {
      requireAgent(principal);
      const result = await runTurn(context, conversationId, async () => {
        if ((await handoffOf(principal, conversationId)) === null) throw unknownConversation();
        log.info({ by: principal.name, conversationId }, "handed-off conversation released");
        return soni.releaseHandoff(conversationId);
      });
      // The conversation is another's: also a developer sees no more of it than was said.
      return replyFor(result, plainUser);
    },
  });
}

function describe({ metadata, session, turnCount }: PublicState, conversationId: string): Handoff | null {
  const { handoff } = metadata;
  if (handoff === null) return null;
  const { reason, queue, since } = handoff;
  const user = session["user"];
  return { conversationId, reason, queue, since, user: typeof user === "string" ? user : null, turns: turnCount };
}

const mayTake = ({ queues }: Principal, { queue }: Handoff): boolean => queues === "all" || queues.has(queue);

type Place = NonNullable<ConversationQuery["after"]>;

function takeUntil(
  page: readonly ConversationSummary[],
  found: readonly ([PublicState, Handoff] | null)[],
  room: number,
): { readonly handoffs: readonly Handoff[]; readonly last: Place | undefined } {
  const handoffs: Handoff[] = [];
  let last: Place | undefined;
  for (const [index, summary] of page.entries()) {
    if (handoffs.length === room) break;
    last = summary;
    const each = found[index] ?? null;
    if (each !== null) handoffs.push(each[1]);
  }
  return { handoffs, last };
}

function requireAgent({ roles }: Principal): void {
  if (!roles.has("agent")) throw new ProblemError("access.forbidden", "This needs the role 'agent'.");
}

function readCursor(text: string): Place {
  const [, updatedAt, conversationId] = /^(\d{1,15})\/([\w.:@-]{1,200})$/.exec(text) ?? [];
  if (updatedAt === undefined || conversationId === undefined) {
    throw new ProblemError("request.invalid", "'after' is not the 'next' of an earlier page.");
  }
  return { updatedAt: Number(updatedAt), conversationId };
}
