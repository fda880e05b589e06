/** How long a process may be silent. All in milliseconds. */
export interface SilenceLimits {
  /** It spins: silent for this long, and its main thread was computing for this much of it. */
  readonly spinning: { readonly silent: number; readonly computing: number };
  /** The same where processor time can't be told: nobody knows whether it spins or gets no turn on a busy machine. */
  readonly unknown: number;
  /** It waits for something that never comes, without computing. */
  readonly hung: number;
}

/** A watcher's knowledge about a process. */
export interface SignsOfLife {
  /** Milliseconds without a sign. */
  readonly silent: number;
  /** Its processor time when the last sign was seen. */
  readonly computedBefore: number | null;
}

export interface Look {
  /** Whether there was a sign since the last look. */
  readonly sign: boolean;
  /** Milliseconds since the last look. */
  readonly elapsed: number;
  /** Its processor time now. */
  readonly computed: number | null;
}

/** Milliseconds between two looks. */
export const lookEvery = 250;

/** A look that came late says that the watcher itself had no turn, as after the machine slept: that is no silence. */
export function look(before: SignsOfLife, { sign, elapsed, computed }: Look): SignsOfLife {
  if (sign) return { silent: 0, computedBefore: computed };
  return {
    silent: before.silent + Math.min(elapsed, 2 * lookEvery),
    computedBefore: before.computedBefore ?? computed,
  };
}

/**
 * A process that is silent because the machine is busy has hardly computed, and neither has one in a short garbage
 * collection. One that spins computes all the time.
 */
export function verdictOn(
  { silent, computedBefore }: SignsOfLife,
  computed: number | null,
  limits: SilenceLimits,
): "alive" | "spinning" | "hung" {
  if (silent >= limits.hung) return "hung";
  if (computed === null || computedBefore === null) return silent >= limits.unknown ? "hung" : "alive";
  const { spinning } = limits;
  return silent >= spinning.silent && computed - computedBefore >= spinning.computing ? "spinning" : "alive";
}
