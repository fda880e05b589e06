import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Figures of Linux about processes: the tests measure a server from outside, whatever it is made of. */

const numbersIn = (folder: string): readonly number[] =>
  orElse(() => readdirSync(folder), [])
    .map(Number)
    .filter(Boolean);

/** Processes and threads end while they are read. */
function orElse<Value>(read: () => Value, other: Value): Value {
  try {
    return read();
  } catch {
    return other;
  }
}

/** From the third field on: the second is a name that may hold blanks and brackets. */
const statOf = (pid: number): readonly string[] =>
  orElse(() => readFileSync(`/proc/${pid}/stat`, "utf8"), "")
    .replace(/^.*\) /s, "")
    .split(" ");

/** The process and all that it started, directly or not. */
export function processTree(root: number): readonly number[] {
  const parents = new Map(numbersIn("/proc").map((pid) => [pid, Number(statOf(pid)[1])]));
  const tree = [root];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

/**
 * Milliseconds that the tree has spent on processors. Threads tell it to the microsecond, but take it with them when they end; the
 * process keeps count of those too, in hundredths of a second.
 */
export function cpuOf(root: number): Cpu {
  const tree = processTree(root);
  const threads = tree.flatMap((pid) =>
    numbersIn(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}/schedstat`),
  );
  const nanoseconds = threads.map((file) => Number(orElse(() => readFileSync(file, "utf8"), "0").split(" ")[0]));
  const ticks = tree.flatMap((pid) => statOf(pid).slice(11, 13).map(Number));
  return { threads: sum(nanoseconds) / 1e6, processes: sum(ticks) * 10 };
}

interface Cpu {
  readonly threads: number;
  readonly processes: number;
}

export const cpuBetween = (before: Cpu, after: Cpu): number =>
  Math.max(after.threads - before.threads, after.processes - before.processes - 10);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The process that listens on this port. */
export function listenersOn(port: number, among: readonly number[]): readonly number[] {
  const local = port.toString(16).toUpperCase().padStart(4, "0");
  const sockets = ["tcp", "tcp6"].flatMap((kind) =>
    orElse(() => readFileSync(`/proc/net/${kind}`, "utf8"), "")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[1]?.endsWith(`:${local}`) && fields[3] === "0A")
      .map((fields) => `socket:[${fields[9]}]`),
  );
  const holds = (pid: number): boolean =>
    numbersIn(`/proc/${pid}/fd`).some((fd) =>
      sockets.includes(orElse(() => readlinkSync(`/proc/${pid}/fd/${fd}`), "")),
    );
  return among.filter(holds);
}
