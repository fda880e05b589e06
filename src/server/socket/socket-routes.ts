import fastifyWebsocket from "@fastify/websocket";
import { z } from "zod";
import type { DevReport } from "../dev/dev-report.ts";
import { ProblemError } from "../problems.ts";
import { ConversationId, EventsQuery } from "../protocol.ts";
import type { ServerApp } from "../server-app.ts";
import type { ServerLimits } from "../server-limits.ts";
import { asyncApi } from "./async-api.ts";
import { serveSocket } from "./conversation-socket.ts";
import { createSocketHub } from "./socket-hub.ts";
import type { SocketLimits } from "./socket-limits.ts";
import { createTurnsElsewhere } from "./turns-elsewhere.ts";

const socketPath = "/v1/conversations/:conversationId/socket";

/**
 * The WebSocket, behind the same hooks as every route: a bad origin, too many requests or a closing server are told by
 * HTTP, before there is a socket. Who it is, is told on it, because browsers hide the answer to a refused upgrade.
 */
export async function socketRoutes(
  app: ServerApp,
  limits: SocketLimits & Pick<ServerLimits, "bodyBytes">,
  dev: { readonly report: DevReport } | null = null,
): Promise<void> {
  const { context } = app;
  const hub = createSocketHub(limits, context.soni);
  const elsewhere = createTurnsElsewhere(context.soni, limits.elsewhereMilliseconds);
  app.decorate("sockets", hub);
  await app.register(fastifyWebsocket, {
    // Compression costs hundreds of kilobytes a socket.
    options: { maxPayload: limits.bodyBytes, perMessageDeflate: false, clientTracking: false },
    // Frames that are too large or not WebSocket's: it has closed with the code for it.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, "socket failed"),
    async preClose() {
      elsewhere.close();
      await hub.close();
    },
  });
  const options = {
    websocket: true,
    schema: { params: z.object({ conversationId: ConversationId }), querystring: EventsQuery },
    async onRequest() {
      if (hub.size >= limits.sockets) throw new ProblemError("server.overloaded", "Too many sockets are open.");
    },
  } as const;
  app.get(socketPath, options, (socket, request) => {
    const { conversationId } = request.params;
    const { after } = request.query;
    void serveSocket(socket, { conversationId, after, request }, { context, hub, elsewhere, limits, dev });
  });
  const described = asyncApi();
  app.get("/asyncapi.json", { schema: { hide: true } }, async () => described);
}
