import { setTimeout as pause } from "node:timers/promises";

/** Waits for a condition, generously: how long a thread takes to start is up to the machine. */
export async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`It never came true: ${what}`);
    await pause(5);
  }
}
