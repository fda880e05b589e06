import { withEntry } from "../engine/records.ts";

type Timing = Readonly<Record<string, number>>;

/** So many milliseconds more for a stage of the turn, which may come several times. Tenths: most stages take less than one. */
export const addTime = (timing: Timing, stage: string, milliseconds: number): Timing =>
  withEntry(timing, stage, Math.round(((timing[stage] ?? 0) + milliseconds) * 10) / 10);

export const timeIn = (timing: Timing): number =>
  Object.keys(timing).reduce((sum, stage) => sum + (timing[stage] ?? 0), 0);
