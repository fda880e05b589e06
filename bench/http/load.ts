import { Agent, request } from "node:http";
import { user } from "./script.ts";

/** One connection a conversation, as browsers keep them. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export function post(port: number, path: string, body: unknown): Promise<string> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        port,
        path,
        host: "127.0.0.1",
        method: "POST",
        headers: {
          authorization: `Bearer ${user.token}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        },
      },
      (response) => {
        let answer = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          answer += part;
        });
        response.on("end", () => {
          if (response.statusCode !== undefined && response.statusCode < 300) resolve(answer);
          else reject(new Error(`${response.statusCode}: ${answer}`));
        });
      },
    );
    asked.on("error", reject);
    asked.end(text);
  });
}

export interface Latencies {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

interface Load {
  readonly conversations: number;
  readonly turns: number;
  /** Between two turns of a conversation, in milliseconds; 0: the next one at once. */
  readonly pause: number;
  turn(conversation: number, turn: number): Promise<unknown>;
}

/** All conversations at once, each with one message at a time. */
export async function run({ conversations, turns, pause, turn }: Load): Promise<Latencies> {
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: conversations }, async (_, conversation) => {
      // Spread over the pause: users do not speak in unison.
      await sleep((pause * conversation) / conversations);
      for (let number = 0; number < turns; number += 1) {
        const sent = performance.now();
        await turn(conversation, number);
        const taken = performance.now() - sent;
        times.push(taken);
        await sleep(pause - taken);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

const sleep = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));

export const closeConnections = (): void => agent.destroy();
