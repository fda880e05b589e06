import { readFileSync, readlinkSync } from "node:fs";

/** The process that holds a lease: as it is stored, and whether a stored one has ended. */
export interface LeaseHolder {
  readonly name: string;
  /** Only if that is certain. A process in another container can't be seen: its lease runs out by time. */
  hasEnded(name: string): boolean;
}

/** Milliseconds since the machine was started: one clock for all its processes, which nobody can set. */
export const sinceBoot = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
};

/**
 * A process id alone is used again after a while, by another container, and after the next start of the machine. So the
 * name is: start of the machine, namespace of process ids, process id, start of the process. Outside Linux nothing of it
 * can be read without starting a program; there leases run out by time alone.
 */
export const createLeaseHolder = (): LeaseHolder => {
  const boot = orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = orEmpty(() => readlinkSync("/proc/self/ns/pid"));
  const started = startOf(process.pid);
  if (boot === "" || namespace === "" || started === "") return { name: "", hasEnded: () => false };
  return {
    name: [boot, namespace, process.pid, started].join(" "),
    hasEnded(name) {
      const [otherBoot = "", otherNamespace, pid, otherStarted] = name.split(" ");
      if (otherBoot === "") return false;
      if (otherBoot !== boot) return true;
      if (otherNamespace !== namespace) return false;
      if (!isRunning(Number(pid))) return true;
      const current = startOf(Number(pid));
      return current !== "" && current !== otherStarted;
    },
  };
};

/** The 22nd field, in ticks since the machine was started; the second field is a name in brackets, with anything in it. */
const startOf = (pid: number): string =>
  orEmpty(() => {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  });

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
};

const orEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return "";
  }
};
