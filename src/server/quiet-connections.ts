import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Ends every connection that carries no request: at once, or when its last request is answered. */
export type EndQuietConnections = () => void;

/**
 * Node's `close` waits for connections that are not idle, and a connection that has not had a whole request is not idle for Node.
 * Browsers open connections ahead of need, and a client may stop in the middle of a line. Nobody would end these, because `close`
 * also stops Node's time limits.
 */
export function watchQuietConnections(server: Server): EndQuietConnections {
  const requests = new Map<Socket, number>();
  let isEnding = false;
  server.on("connection", (socket: Socket) => {
    if (isEnding) {
      socket.destroy();
      return;
    }
    requests.set(socket, 0);
    socket.once("close", () => requests.delete(socket));
  });
  const count = (socket: Socket, change: 1 | -1): void => {
    const before = requests.get(socket);
    if (before === undefined) return;
    requests.set(socket, before + change);
    if (isEnding && before + change === 0) socket.destroySoon();
  };
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  // WebSockets are closed by their own protocol.
  server.on("upgrade", ({ socket }: IncomingMessage) => void requests.delete(socket));
  return () => {
    isEnding = true;
    for (const [socket, running] of requests) if (running === 0) socket.destroy();
  };
}
