import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { WebhookEvent } from "../../src/server/protocol.ts";

export interface Received {
  readonly id: string;
  readonly event: WebhookEvent;
}

/** Someone else's server: checks signatures on its own account, and may be told to fail. */
export interface WebhookReceiver {
  readonly url: string;
  readonly secret: string;
  readonly received: readonly Received[];
  /** Of every call, as it came, whether or not it was taken. */
  readonly bodies: readonly string[];
  readonly badSignatures: number;
  /** The status of the next answers, until told otherwise. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const key = randomBytes(32);
  const received: Received[] = [];
  const bodies: string[] = [];
  let badSignatures = 0;
  let reply: { status: number; headers: Readonly<Record<string, string>> } = { status: 204, headers: {} };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    const [id, timestamp, signature] = ["id", "timestamp", "signature"].map((name) =>
      String(request.headers[`webhook-${name}`]),
    );
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
    const given = Buffer.from(String(signature).replace(/^v1,/, ""), "base64");
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
    if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isFresh) badSignatures += 1;
    else if (reply.status < 300) received.push({ id: String(id), event: JSON.parse(body) as WebhookEvent });
    response.writeHead(reply.status, reply.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`,
    secret: `whsec_${key.toString("base64")}`,
    received,
    bodies,
    get badSignatures() {
      return badSignatures;
    },
    answer: (status, headers = {}) => {
      reply = { status, headers };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
