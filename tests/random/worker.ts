import { parentPort, workerData } from "node:worker_threads";
import { openEngine } from "./engine.ts";
import { type Figures, kindText, runSeed } from "./run-seed.ts";
import { showCase } from "./show-case.ts";
import { shrink, sizeOf } from "./shrink.ts";

export interface ToWorker {
  readonly seed: number;
  /** Kinds of which there are small cases enough; null: nothing is shrunk. */
  readonly known: readonly string[] | null;
}

export type FromWorker =
  /** The engine is loaded. */
  | { readonly type: "ready" }
  | { readonly type: "alive" }
  | {
      readonly type: "done";
      readonly seed: number;
      readonly refused: boolean;
      readonly figures: Figures;
      readonly found: readonly { readonly kind: string; readonly size: number; readonly text: string | null }[];
    };

/** Runs seeds one at a time. A worker of its own, because an endless turn would block the one who watches it. */
const engine = await openEngine(workerData.engine);
const tell = (message: FromWorker): void => parentPort?.postMessage(message);

parentPort?.on("message", async ({ seed, known }: ToWorker) => {
  const { refused, figures, found } = await runSeed(engine, seed);
  const told = [];
  for (const { case: failing, violation } of found) {
    const kind = kindText(violation);
    if (known === null || known.includes(kind)) {
      told.push({ kind, size: 0, text: null });
      continue;
    }
    const small = await shrink(engine, failing, kind, { attempts: 300, tell: () => tell({ type: "alive" }) });
    told.push({ kind, size: sizeOf(small), text: await showCase(engine, small, kind) });
  }
  tell({ type: "done", seed, refused: refused !== undefined, figures, found: told });
});
tell({ type: "ready" });
