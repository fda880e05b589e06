import type { FastifyReply } from "fastify";
import type { TurnStreamEvent } from "./protocol.ts";

/** Server-sent events. Nothing is written before the first one, so that an early error still has its status. */
export interface EventStream {
  send(event: TurnStreamEvent): void;
  readonly isOpen: boolean;
  end(): void;
}

/** Milliseconds between signs of life, so that proxies keep the connection while an action takes its time. */
const heartbeat = 15_000;

export function createEventStream(reply: FastifyReply): EventStream {
  const { raw } = reply;
  let timer: NodeJS.Timeout | undefined;
  const open = (): void => {
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    timer = setInterval(() => raw.write(":\n\n"), heartbeat);
    raw.once("close", () => clearInterval(timer));
  };
  return {
    send(event) {
      if (timer === undefined) open();
      // The client may be gone; the turn goes on without it.
      if (raw.destroyed) return;
      const id = event.type === "error" ? "" : `id: ${event.id}\n`;
      raw.write(`${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    get isOpen() {
      return timer !== undefined;
    },
    end() {
      clearInterval(timer);
      raw.end();
    },
  };
}
