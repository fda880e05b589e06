import { readdirSync, readFileSync } from "node:fs";

// Linux counts in ticks of a hundredth of a second.
const ticksPerSecond = 100;

/** Seconds that a process and its children have computed. */
export function secondsOf(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (fields === null) continue;
    const isRoot = Number(name) === pid;
    // Of children that ended, their parent knows.
    if (isRoot) ticks += sum(fields.slice(11, 15));
    else if (Number(fields[1]) === pid) ticks += sum(fields.slice(11, 13));
  }
  return ticks / ticksPerSecond;
}

/** What follows the name in parentheses: state, parent, ... user, system, and those of ended children. */
function statOf(pid: string): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

export interface MachineTime {
  readonly busy: number;
  /** Nothing to compute, but something waits for the disk. */
  readonly disk: number;
  readonly idle: number;
}

/** Seconds of all cores together. */
export function machineTime(): MachineTime {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [, user, nice, system, idle, wait, ...interrupts] = line.split(/\s+/);
  return {
    busy: sum([user, nice, system, ...interrupts.slice(0, 3)]) / ticksPerSecond,
    disk: Number(wait) / ticksPerSecond,
    idle: Number(idle) / ticksPerSecond,
  };
}

const sum = (values: readonly (string | undefined)[]): number =>
  values.reduce((total, value) => total + Number(value ?? 0), 0);
