import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeArguments } from "./node-arguments.ts";
import { reasonOf } from "./process-end.ts";
import { processorTime, readClock } from "./processor-time.ts";

describe("processor time", () => {
  it("grows while this process computes", async () => {
    const before = await processorTime(process.pid);
    if (before === null) return;
    await expect
      .poll(
        async () => {
          for (let round = 0; round < 1e7; round += 1) Math.sqrt(round);
          return processorTime(process.pid);
        },
        { timeout: 60_000, interval: 1 },
      )
      .toBeGreaterThan(before);
  });

  it("is unknown of a process that is gone", async () => {
    const child = spawn(process.execPath, ["--version"]);
    await once(child, "exit");
    expect(await processorTime(child.pid ?? -1)).toBeNull();
  });

  it.each([
    ["0:00.05", 50],
    ["   1:02", 62_000],
    ["01:00:01", 3_601_000],
    ["2-00:00:01", 172_801_000],
    ["", null],
    ["-", null],
  ])("as ps prints it: %j", (printed, milliseconds) => expect(readClock(printed)).toBe(milliseconds));
});

it.each([
  [{ code: 7, signal: null, killed: null }, "exit_code_7"],
  [{ code: null, signal: "SIGSEGV", killed: null }, "signal_SIGSEGV"],
  [{ code: null, signal: "SIGABRT", killed: null }, "out_of_memory"],
  [{ code: 134, signal: null, killed: null }, "out_of_memory"],
  [{ code: null, signal: "SIGKILL", killed: "spinning" }, "spinning"],
] as const)("the end %j is called %s", (end, reason) => expect(reasonOf(end)).toBe(reason));

it("a child process has the options of Node, but neither the debugger nor another heap limit", () => {
  const given = ["--import", "x", "--inspect-brk=1", "--max-old-space-size=99"];
  expect(nodeArguments(given, 512)).toEqual(["--import", "x", "--max-old-space-size=512"]);
  expect(nodeArguments(given, null)).toEqual(["--import", "x", "--max-old-space-size=99"]);
});

it("a process whose parent was killed ends, even if it spins", { timeout: 120_000 }, async () => {
  const file = JSON.stringify(join(import.meta.dirname, "end-with-parent.ts"));
  const spinning = `import { endWithParent } from ${file}; endWithParent(0); console.log("here"); setTimeout(() => { for (;;); }, 500);`;
  const parent = spawn(process.execPath, [
    "--eval",
    `require("node:child_process").spawn(process.execPath, ["--input-type=module", "--eval", ${JSON.stringify(spinning)}], { stdio: "inherit" })`,
  ]);
  onTestFinished(() => void parent.kill("SIGKILL"));
  const output = text(parent.stdout);
  await once(parent.stdout, "data");
  parent.kill("SIGKILL");
  // The output ends with the last process that has it.
  expect(await output).toContain("here");
});
