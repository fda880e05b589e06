import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Linux counts in hundredths of a second towards programs, whatever the kernel itself uses (USER_HZ). */
const millisecondsPerTick = 10;

/**
 * Milliseconds of processor time that a process has used. On Linux only its main thread counts: that is where JavaScript
 * runs, and a busy worker thread says nothing about it. Null: it can't be told here, or the process is gone.
 */
export async function processorTime(pid: number): Promise<number | null> {
  switch (process.platform) {
    case "linux":
      return readFile(`/proc/${pid}/task/${pid}/stat`, "utf8").then(readStat, () => null);
    case "win32":
      return null;
    default:
      return new Promise((resolve) => {
        execFile("ps", ["-o", "time=", "-p", String(pid)], (error, output) =>
          resolve(error === null ? readClock(output) : null),
        );
      });
  }
}

/** The name of the program, in brackets, may itself hold brackets and blanks: the fields begin after the last one. */
function readStat(text: string): number | null {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * millisecondsPerTick : null;
}

/** `[[days-]hours:]minutes:seconds`, as ps prints it. */
export function readClock(text: string): number | null {
  const [, days = "0", rest = ""] = /^(?:(\d+)-)?([\d:.]+)$/.exec(text.trim()) ?? [];
  if (rest === "") return null;
  const seconds = rest.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}
