import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Answer, Order } from "./echo-worker.ts";

export interface Worker {
  /** Resolves with the reply; null if the process died before it. */
  say(order: Order): Promise<Answer | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A process of its own on that store, ready for messages. */
export async function startWorker(place: string, name: string): Promise<Worker> {
  const child: ChildProcess = fork(join(import.meta.dirname, "echo-worker.ts"), [place, name], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const waiting = new Map<string, (answer: Answer | null) => void>();
  const keyOf = ({ conversationId, messageId }: Order): string => `${conversationId} ${messageId}`;
  child.on("exit", () => {
    for (const resolve of waiting.values()) resolve(null);
  });
  await once(child, "message");
  child.on("message", (answer: Answer) => {
    waiting.get(keyOf(answer))?.(answer);
    waiting.delete(keyOf(answer));
  });
  const exited = once(child, "exit");
  return {
    say: (order) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(null);
        waiting.set(keyOf(order), resolve);
        child.send(order, (error) => (error === null ? undefined : resolve(null)));
      }),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await exited;
    },
  };
}
