import type { FastifyReply } from "fastify";

/** Server-sent events without names, as both doors' clients read them. */
export interface DataStream {
  /** Nothing is written before, so that an early error still has its status. */
  open(): void;
  readonly isOpen: boolean;
  send(data: unknown): void;
  end(last?: string): void;
}

/** Milliseconds between signs of life, so that proxies keep the connection while an action takes its time. */
const heartbeat = 15_000;

export function createDataStream(reply: FastifyReply): DataStream {
  const { raw } = reply;
  let timer: NodeJS.Timeout | undefined;
  const write = (text: string): void => {
    // The client may be gone; the turn goes on without it.
    if (!raw.destroyed) raw.write(text);
  };
  const open = (): void => {
    if (timer !== undefined) return;
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
    });
    timer = setInterval(() => write(":\n\n"), heartbeat);
    raw.once("close", () => clearInterval(timer));
  };
  return {
    open,
    get isOpen() {
      return timer !== undefined;
    },
    send(data) {
      open();
      write(`data: ${JSON.stringify(data)}\n\n`);
    },
    end(last) {
      clearInterval(timer);
      if (last !== undefined) write(`data: ${last}\n\n`);
      raw.end();
    },
  };
}
