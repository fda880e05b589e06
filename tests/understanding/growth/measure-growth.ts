import { forgetCharts } from "../../../src/language/chart-of.ts";

/** Milliseconds of this thread's CPU time; where Node cannot tell, of the whole process. */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

export interface Growth {
  /** Milliseconds of CPU time, the median of several runs. */
  readonly short: number;
  readonly long: number;
}

/** `times`: how often it runs between two looks at the clock, which on some machines ticks every four milliseconds. */
async function medianCost(run: () => unknown, rounds: number, times = 1): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = cpuNow();
    for (let time = 0; time < times; time++) {
      forgetCharts();
      await run();
    }
    costs.push((cpuNow() - before) / times);
  }
  return costs.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0;
}

const shortLength = 500;
const longLength = 2000;
/** Below this a ratio says more about the clock and the compiler than about the text. */
const meaninglessBelow = 4;
const mostGrowth = 5;
/** Milliseconds between two looks at the clock: several of its ticks. */
const longEnough = 24;

/** The cost of a text at 500 and at 2,000 characters. */
export async function measureGrowth(
  ofLength: (length: number) => string,
  read: (text: string) => unknown,
  rounds = 5,
): Promise<Growth> {
  const [short, long] = [ofLength(shortLength), ofLength(longLength)];
  const first = await medianCost(() => read(long), 1);
  // One look is enough for what costs nothing; the rest is measured with the same care for both lengths.
  if (first < meaninglessBelow) return { short: first, long: first };
  const times = Math.max(1, Math.ceil(longEnough / first));
  return {
    long: await medianCost(() => read(long), rounds, times),
    short: await medianCost(() => read(short), rounds, times),
  };
}

export const growsTooFast = ({ short, long }: Growth): boolean =>
  long >= meaninglessBelow && long > mostGrowth * Math.max(short, meaninglessBelow / mostGrowth);
