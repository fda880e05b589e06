import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Backoff, restartDelay } from "../../engine/backoff.ts";
import { reasonOf } from "../../processes/process-end.ts";
import { exitCode } from "../exit-code.ts";
import { type ServerChild, type ServerEnd, startServerChild } from "./server-child.ts";

/** Turns under way are given 20 seconds, and closing the store a moment. */
const stopLimit = 24_000;
const restartBackoff: Backoff = { first: 250, longest: 30_000 };

export interface SupervisorOptions {
  readonly arguments: readonly string[];
  readonly heapMegabytes: number | null;
  /** One line of JSON for each restart. */
  readonly log: (line: RestartLine) => void;
}

export interface RestartLine {
  readonly reason: string;
  readonly restarts: number;
  /** Milliseconds until the next one is started. */
  readonly delay: number;
}

/** Keeps one server process running until it is asked to stop, or until it turns out that it can't be started at all. */
export async function supervise({ arguments: given, heapMegabytes, log }: SupervisorOptions): Promise<number> {
  let child: ServerChild | null = null;
  let port: number | null = null;
  let deaths = 0;
  const stop = stopRequest((signal, isFirst) => child?.kill(isFirst ? signal : "SIGKILL"));
  for (let restarts = 0; ; restarts += 1) {
    child = startServerChild(given, { restarts, port }, heapMegabytes);
    const end = await child.ended;
    if (stop.signal() !== null) return stop.isTwice() ? exitCode.interrupted : codeOf(end);
    if (port === null && end.port === null && isResult(end)) return codeOf(end);
    port ??= end.port;
    // One that has listened is missed by its users, and a message that ends it has only three attempts: it is started again at
    // once. Only one that does not come up is started ever more slowly.
    deaths = end.port === null ? deaths + 1 : 0;
    const delay = restartDelay(deaths, restartBackoff);
    log({ reason: reasonOf(end), restarts: restarts + 1, delay });
    await Promise.race([sleep(delay), stop.asked]);
    const asked = stop.signal();
    if (asked !== null) return codeOf({ code: null, signal: asked });
  }
}

/**
 * A server that ended by itself before any had listened has said why, and would say it again: a mistake in the assistant, a
 * wrong option, a port in use, code that never finishes loading (13). Once one has listened, the same is a reason to try again.
 */
const isResult = ({ code, killed }: ServerEnd): boolean =>
  killed === null && (code === exitCode.done || code === exitCode.failed || code === exitCode.wrongUse || code === 13);

/** As shells say it: 128 and the number of the signal. */
const codeOf = ({ code, signal }: Pick<ServerEnd, "code" | "signal">): number =>
  code ?? (signal === null ? exitCode.failed : 128 + constants.signals[signal]);

/**
 * Signals are passed on: the first asks the child to end in order, the second ends it. A terminal sends Ctrl-C to both
 * processes, so the child itself counts none.
 */
function stopRequest(pass: (signal: NodeJS.Signals, isFirst: boolean) => void) {
  let asked: NodeJS.Signals | null = null;
  let isTwice = false;
  const request = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => {
        isTwice = asked !== null;
        pass(signal, !isTwice);
        if (isTwice) return;
        asked = signal;
        setTimeout(() => pass("SIGKILL", false), stopLimit).unref();
        resolve();
      });
    }
  });
  return { asked: request, signal: () => asked, isTwice: () => isTwice };
}

/** In the format of the server's own log. */
export const writeRestart = ({ reason, restarts, delay }: RestartLine): void => {
  const msg = "the server process ended and is started again";
  process.stderr.write(`${JSON.stringify({ level: 50, time: Date.now(), reason, restarts, delay, msg })}\n`);
};
