import { forgetCharts } from "../../../src/language/chart-of.ts";

/** Milliseconds of this thread's CPU time; where Node cannot tell, of the whole process. */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

export interface Growth {
  /** Milliseconds of CPU time, of several runs. */
  readonly short: number;
  readonly long: number;
}

/** `times`: how often it runs between two looks at the clock, which on some machines ticks every four milliseconds. */
async function cost(run: () => unknown, times: number): Promise<number> {
  const before = cpuNow();
  for (let time = 0; time < times; time++) {
    forgetCharts();
    await run();
  }
  return (cpuNow() - before) / times;
}

const median = (costs: readonly number[]): number =>
  costs.toSorted((left, right) => left - right)[Math.floor(costs.length / 2)] ?? 0;

/** A busy machine adds to what a text costs and never takes from it. */
export const least = (costs: readonly number[]): number => Math.min(...costs);

const shortLength = 500;
const longLength = 2000;
/** Below this a ratio says more about the clock and the compiler than about the text. */
const meaninglessBelow = 4;
const mostGrowth = 5;
/** Milliseconds between two looks at the clock: several of its ticks. */
const longEnough = 24;

/** The cost of a text at 500 and at 2,000 characters, measured in turns: both meet the same machine. */
export async function measureGrowth(
  ofLength: (length: number) => string,
  read: (text: string) => unknown,
  rounds = 5,
  summary = median,
): Promise<Growth> {
  const [short, long] = [ofLength(shortLength), ofLength(longLength)];
  const first = await cost(() => read(long), 1);
  // One look is enough for what costs nothing; the rest is measured with the same care for both lengths.
  if (first < meaninglessBelow) return { short: first, long: first };
  const times = Math.max(1, Math.ceil(longEnough / first));
  const shorts: number[] = [];
  const longs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    longs.push(await cost(() => read(long), times));
    shorts.push(await cost(() => read(short), times * (longLength / shortLength)));
  }
  return { short: summary(shorts), long: summary(longs) };
}

export const growsTooFast = ({ short, long }: Growth): boolean =>
  long >= meaninglessBelow && long > mostGrowth * Math.max(short, meaninglessBelow / mostGrowth);
