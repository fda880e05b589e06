import type { FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { credentialsOf, internalId, isDeveloper, type Principal } from "../access/principal.ts";
import type { DevReport } from "../dev/dev-report.ts";
import { toProblem } from "../error-handler.ts";
import { ProblemError } from "../problems.ts";
import { sendMessage, unknownConversation } from "../send-message.ts";
import type { ServerContext } from "../server-context.ts";
import { eventFor } from "../turn-events.ts";
import { replyFor, statusOf, turnOfEvent } from "../views.ts";
import { followEvents } from "./follow-events.ts";
import { createFrameSender } from "./frame-sender.ts";
import { type ClientFrame, closeCodes } from "./frames.ts";
import { incomingFrames, type RawFrame } from "./incoming-frames.ts";
import { messageIdIn, readFrame } from "./read-frame.ts";
import type { SocketHub } from "./socket-hub.ts";
import type { SocketLimits } from "./socket-limits.ts";
import { storedEvents } from "./stored-events.ts";
import type { TurnsElsewhere } from "./turns-elsewhere.ts";

export interface SocketRequest {
  readonly conversationId: string;
  /** The last event that the client has. */
  readonly after: number;
  readonly request: FastifyRequest;
}

export interface SocketServices {
  readonly context: ServerContext;
  readonly hub: SocketHub;
  readonly elsewhere: TurnsElsewhere;
  readonly limits: SocketLimits;
  /** The assistant is being built. */
  readonly dev: { readonly report: DevReport } | null;
}

/** One socket's life: who is it, is the conversation theirs, what did they miss; then frames, both ways. */
export async function serveSocket(
  socket: WebSocket,
  { conversationId, after, request }: SocketRequest,
  { context, hub, elsewhere, limits, dev }: SocketServices,
): Promise<void> {
  const { soni, live, metrics } = context;
  const { send, sendPaced } = createFrameSender(socket, limits.bufferBytes);
  const entry = hub.enter(socket, send);
  const frames = incomingFrames(socket, entry.beat);

  const refuse = (error: unknown, about: { readonly messageId?: string } = {}): number => {
    const problem = toProblem(error, request);
    metrics.problem(problem.code);
    send({ type: "error", ...about, problem });
    return problem.status;
  };
  const close = (error: unknown): void => {
    const status = refuse(error);
    const code = status === 401 ? "notAuthenticated" : status === 404 ? "unknownConversation" : "tryAgain";
    socket.close(status === 500 ? closeCodes.internal : closeCodes[code]);
  };

  try {
    const principal = await whoIs();
    if (principal === null) return;
    const id = internalId(principal, conversationId);
    entry.claim(principal, id);
    const state = await soni.getState(id);
    if (state === null) throw unknownConversation();
    const { lastEventId, turns } = statusOf(state);
    send({ type: "ready", conversationId, lastEventId });
    endWith(principal);
    if (dev?.report.broken === true && isDeveloper(principal)) {
      send({ type: "findings", hash: dev.report.hash, findings: dev.report.findings });
    }
    const stop = followEvents({
      // Ids of turns that are not even begun are those of a conversation that was forgotten.
      after: turnOfEvent(after) > turns + 1 ? 0 : after,
      listen: (listener) => live.listen(id, listener),
      watch: (follower) => elsewhere.follow(id, follower),
      read: (last) => storedEvents(context, { conversationId: id, owner: principal.owner, after: last }),
      send: (event) => send(eventFor(event, principal)),
      sendPaced: (event) => sendPaced(eventFor(event, principal)),
      fail: close,
    });
    socket.once("close", stop);
    frames.take((raw) => handle(raw, principal));
  } catch (error) {
    close(error);
  }

  /** By the header; where there is none, by the first frame. Null: the socket closed before it said. */
  async function whoIs(): Promise<Principal | null> {
    const { gatekeeper } = context;
    const credentials = credentialsOf(request);
    try {
      return await gatekeeper.authenticate(credentials);
    } catch (error) {
      if (credentials.authorization !== undefined) throw error;
    }
    const timer = setTimeout(() => close(notAuthenticated()), limits.authenticateMilliseconds);
    const raw = await frames.next();
    clearTimeout(timer);
    if (raw === undefined) return null;
    const frame = firstFrame(raw);
    return gatekeeper.authenticate(
      frame === null ? credentials : { ...credentials, authorization: `Bearer ${frame.token}` },
    );
  }

  /** A token that ends ends its socket; the client comes back with another and misses nothing. */
  function endWith({ expiresAt }: Principal): void {
    if (expiresAt === null) return;
    const left = Math.min(Math.max(0, expiresAt - Date.now()), longestTimer);
    const timer = setTimeout(() => socket.close(closeCodes.tryAgain, "The token has expired."), left);
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
  }

  function handle(raw: RawFrame, principal: Principal): void {
    if (!entry.mayGoOn()) {
      close(new ProblemError("request.too_many", "Too many frames. Wait, then come back."));
      return;
    }
    try {
      const frame = readFrame(raw);
      if (frame.type === "ping") send({ type: "pong" });
      else if (frame.type === "message") hub.track(converse(frame, principal));
      else throw new ProblemError("request.invalid", "Who you are is settled. Open another socket to be someone else.");
    } catch (error) {
      refuse(error, messageIdIn(raw));
    }
  }

  async function converse(frame: Extract<ClientFrame, { type: "message" }>, principal: Principal): Promise<void> {
    const { messageId, text, command } = frame;
    try {
      if (context.rates.message(principal) > 0)
        throw new ProblemError("request.too_many", "Too many messages. Wait, then try again.");
      const message = { ...(text === undefined ? {} : { text }), ...(command === undefined ? {} : { command }) };
      const result = await sendMessage(context, { principal, conversationId, message, messageId });
      const { turn, duplicate, status, inspection } = replyFor(result, principal);
      const inspected = inspection === undefined ? {} : { inspection };
      send({ type: "ack", messageId, turn, duplicate, status, ...inspected });
    } catch (error) {
      refuse(error, { messageId });
    }
  }
}

/** The longest that a timer can wait: 24 days. */
const longestTimer = 2 ** 31 - 1;

const notAuthenticated = (): ProblemError =>
  new ProblemError("access.missing_token", "The first frame must be 'authenticate', with a token.");

function firstFrame(raw: RawFrame): Extract<ClientFrame, { type: "authenticate" }> | null {
  try {
    const frame = readFrame(raw);
    return frame.type === "authenticate" ? frame : null;
  } catch {
    return null;
  }
}
