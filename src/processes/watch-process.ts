import { processorTime } from "./processor-time.ts";
import { look, lookEvery, type SignsOfLife, type SilenceLimits, verdictOn } from "./signs-of-life.ts";

export interface ProcessWatch {
  /** It gave a sign of life. */
  sign(): void;
  stop(): void;
}

/** Watches a process by its signs of life, until it is stopped or the process has spun or hung for too long. */
export function watchProcess(
  pid: number,
  limits: () => SilenceLimits,
  onVerdict: (verdict: "spinning" | "hung") => void,
): ProcessWatch {
  let signs: SignsOfLife = { silent: 0, computedBefore: null };
  let isSigned = true;
  let lookedAt = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  const lookAgain = async (): Promise<void> => {
    const computed = await processorTime(pid);
    if (isStopped) return;
    const now = performance.now();
    signs = look(signs, { sign: isSigned, elapsed: now - lookedAt, computed });
    isSigned = false;
    lookedAt = now;
    const verdict = verdictOn(signs, computed, limits());
    if (verdict !== "alive") return onVerdict(verdict);
    next();
  };
  const next = (): void => {
    timer = setTimeout(() => void lookAgain(), lookEvery);
    timer.unref();
  };
  next();

  return {
    sign() {
      isSigned = true;
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
