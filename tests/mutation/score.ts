/** As far as Stryker's report is read. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly location: { readonly start: { readonly line: number } };
}

export interface Score {
  readonly mutants: number;
  readonly noticed: number;
  /** In percent. */
  readonly score: number;
  /** Half of the interval that holds the score of the whole room in 95 of 100 samples; null where nothing was left out. */
  readonly uncertainty: number | null;
}

/** Lines that are drawn together: long enough for a statement and its block. */
export const linesOfAWindow = 10;

/**
 * The mutants of one window live or die together, as its statement is tested or not. The interval counts windows, not mutants: the
 * deviation of each window from the score of all, as for a ratio of two sums.
 */
export function scoreOf(reports: readonly Report[], share: number): Score {
  const windows = new Map<string, { mutants: number; noticed: number }>();
  for (const { files } of reports) {
    for (const [file, { mutants }] of Object.entries(files)) {
      for (const { status, location } of mutants) {
        const isNoticed = status === "Killed" || status === "Timeout";
        if (!isNoticed && status !== "Survived" && status !== "NoCoverage") continue;
        const name = `${file}:${Math.floor((location.start.line - 1) / linesOfAWindow)}`;
        const window = windows.get(name) ?? { mutants: 0, noticed: 0 };
        windows.set(name, { mutants: window.mutants + 1, noticed: window.noticed + Number(isNoticed) });
      }
    }
  }
  const all = [...windows.values()];
  const mutants = all.reduce((sum, window) => sum + window.mutants, 0);
  const noticed = all.reduce((sum, window) => sum + window.noticed, 0);
  const portion = mutants === 0 ? 0 : noticed / mutants;
  const deviation = all.reduce((sum, window) => sum + (window.noticed - portion * window.mutants) ** 2, 0);
  const variance = (1 - share) * (all.length / (all.length - 1)) * (deviation / mutants ** 2);
  return {
    mutants,
    noticed,
    score: 100 * portion,
    uncertainty: share >= 1 ? null : all.length < 2 ? 100 : 196 * Math.sqrt(variance),
  };
}
