import { Worker } from "node:worker_threads";

/**
 * Ends this process some time after its parent, even if its code spins. Processes that can still listen hear of it
 * earlier, by the channel to the parent, and end in order before that.
 */
export function endWithParent(graceMilliseconds: number): void {
  // The sources run as .ts in development and as .js when built.
  const file = import.meta.url.endsWith(".ts") ? "./orphan-worker.ts" : "./orphan-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: { parent: process.ppid, grace: graceMilliseconds },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  // Without the watch the process is still sound.
  worker.on("error", () => undefined);
  worker.unref();
}
