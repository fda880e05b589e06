import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Answer, Order } from "./turn-process.ts";

export interface TurnProcess {
  turn(conversationId: string, number: number): Promise<void>;
  /** Microseconds until now. */
  cpu(): Promise<number>;
  end(): Promise<void>;
}

interface Understanding {
  readonly milliseconds: number;
  /** How many messages a process can understand at a time; 0: any number. */
  readonly atOnce: number;
}

export async function startProcess(url: string, { milliseconds, atOnce }: Understanding): Promise<TurnProcess> {
  const child: ChildProcess = fork(join(import.meta.dirname, "turn-process.ts"), [
    ...[url, String(milliseconds), String(atOnce)],
  ]);
  await once(child, "message");
  const waiting = new Map<number, (microseconds: number) => void>();
  child.on("message", (answer: Answer) => {
    if ("failure" in answer) throw new Error(answer.failure);
    waiting.get(answer.id)?.(answer.microseconds);
    waiting.delete(answer.id);
  });
  let orders = 0;
  const ask = (order: (id: number) => Order): Promise<number> => {
    orders += 1;
    const id = orders;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      child.send(order(id));
    });
  };
  return {
    turn: async (conversationId, number) => void (await ask((id) => ({ kind: "turn", id, conversationId, number }))),
    cpu: () => ask((id) => ({ kind: "cpu", id })),
    async end() {
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}
