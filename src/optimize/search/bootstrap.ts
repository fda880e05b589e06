import { demonstrationSets, lookAtRows, type SetSizes, withDemonstrations } from "./demonstration-sets.ts";
import type { Effort, Search } from "./search.ts";
import { runSearch } from "./session.ts";

/**
 * DSPy's 4 bootstrapped demonstrations; of labels 8 in all instead of 16, because every call pays for them: a program that costs a
 * quarter more than the present one is not accepted.
 */
export const bootstrapSizes: Readonly<Record<Effort, SetSizes>> = {
  light: { sets: 6, bootstrapped: 4, labelled: 8 },
  medium: { sets: 12, bootstrapped: 4, labelled: 8 },
  heavy: { sets: 18, bootstrapped: 4, labelled: 8 },
};

/** BootstrapFewShot with random search (Khattab et al. 2023): demonstrations only, the best of several sets. */
export const bootstrap: Search = (problem) =>
  runSearch("bootstrap", problem, async (session) => {
    const sizes = bootstrapSizes[problem.effort];
    const looked = await lookAtRows(session, sizes.labelled);
    for (const set of await demonstrationSets(session, looked, sizes)) {
      const program = withDemonstrations(problem.program, set);
      await session.evaluate(session.add({ program, parents: [0], origin: set.origin }));
    }
  });
