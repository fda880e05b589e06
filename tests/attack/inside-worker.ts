import { isMainThread, parentPort } from "node:worker_threads";

// Loaded into every thread of an attacked server by `--import`. In threads that read messages it listens first, and lets a text
// end or block them as a defect in a reader would.

/** Words in a text, and what they do to the thread that gets to read it. */
const defects: Readonly<Record<string, () => void>> = {
  pleaseexitnow: () => process.exit(4),
  pleasethrownow: () => void setTimeout(() => throwLate(), 0),
  pleasespinnow: () => {
    for (;;);
  },
  pleasefillnow: () => {
    for (const kept: number[][] = []; ; ) kept.push(new Array(100_000).fill(kept.length));
  },
};

function throwLate(): never {
  throw new Error("a reader threw");
}

function strike(message: unknown): void {
  const text = JSON.stringify(message) ?? "";
  for (const [word, defect] of Object.entries(defects)) if (text.includes(word)) defect();
}

type Listen = (event: string, listener: (message: unknown) => void) => unknown;

if (!isMainThread && parentPort !== null) {
  const port = parentPort as unknown as Record<string, Listen>;
  for (const name of ["on", "addListener"]) {
    const listen = port[name]?.bind(parentPort);
    port[name] = (event, listener) =>
      listen?.(
        event,
        event !== "message"
          ? listener
          : (message) => {
              strike(message);
              listener(message);
            },
      );
  }
}
