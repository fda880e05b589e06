import type { ServerApp } from "./server-app.ts";

/**
 * Says no to what is new (503), lets the turns under way finish, then closes. What is not finished in time is durable
 * and goes on when the next process starts.
 */
export async function shutDown(app: ServerApp, { milliseconds = 20_000 } = {}): Promise<void> {
  const { gate, background } = app.context;
  await background?.pause();
  gate.close();
  await gate.drained(milliseconds);
  await app.close();
}
