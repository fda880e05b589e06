import type { ContenderName } from "./process-protocol.ts";
import { type RunningContender, startContender } from "./start-contender.ts";

export interface BenchSize {
  readonly warmUp: number;
  readonly measured: number;
  /** How long the long conversation is. */
  readonly longTurns: number;
  /** Where the contenders keep their databases. */
  readonly folder: string;
}

/** Conversations in a round. */
export const conversations = 10;

export const freshIds = (prefix: string, count = conversations): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** CPU of these turns of fresh conversations, per turn, in microseconds. The turns before them are not measured. */
export async function measure(
  contender: RunningContender,
  ids: readonly string[],
  turns: { readonly from: number; readonly to: number },
): Promise<number> {
  await contender.run({ ids, from: 0, to: turns.from });
  const { microseconds } = await contender.run({ ids, ...turns });
  return microseconds / (ids.length * (turns.to - turns.from));
}

/** Starts these contenders, and stops them when the comparison is done. */
export async function withContenders<Name extends ContenderName, Result>(
  names: readonly Name[],
  folder: string,
  run: (contenders: Readonly<Record<Name, RunningContender>>) => Promise<Result>,
): Promise<Result> {
  const started = names.map((name) => [name, startContender(name, folder)] as const);
  try {
    return await run(Object.fromEntries(started) as Record<Name, RunningContender>);
  } finally {
    await Promise.all(started.map(([, contender]) => contender.stop()));
  }
}

/**
 * The median of each. Short rounds in turn, so that whatever else the machine does hits all of them; the first ones only
 * warm up.
 */
export async function inTurn<Name extends string>(
  names: readonly Name[],
  { warmUp, measured }: Pick<BenchSize, "warmUp" | "measured">,
  sample: (name: Name, round: number) => Promise<number>,
): Promise<Readonly<Record<Name, number>>> {
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < measured; round += 1) {
    for (const name of names) {
      const value = await sample(name, round);
      if (round >= 0) samples.get(name)?.push(value);
    }
  }
  return Object.fromEntries([...samples].map(([name, values]) => [name, median(values)])) as Record<Name, number>;
}
