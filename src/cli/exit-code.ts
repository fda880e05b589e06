/** How a run ended, for scripts. */
export const exitCode = {
  done: 0,
  /** The assistant has errors, or something that should work did not. */
  failed: 1,
  /** The command line itself is wrong, or names something that is not there. */
  wrongUse: 2,
  /** Of `soni optimize`: nothing is better than what there is. */
  notBetter: 2,
  /** It was measured, and it is not good enough: a threshold was missed. */
  belowThreshold: 3,
  /** Stopped by Ctrl-C before the end: 128 + SIGINT, as shells say it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
