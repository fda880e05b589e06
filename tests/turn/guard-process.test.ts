import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

/** What a process that guards itself noted, while a validator raised an error in this way. */
async function linesOf(way: string, when: "during" | "after"): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, "escaping-errors.ts"), way, when]);
  return JSON.parse(stdout);
}

const place = { port: "validator", name: "own", conversationId: "c", messageId: "m" };
const ways = [
  "timer",
  "interval",
  "immediate",
  "tick",
  "rejection",
  "late rejection",
  "emitter",
  "error event",
  "stream",
];

describe("an error that nobody caught", { timeout: 60_000 }, () => {
  it.each([...ways, "file"])("of a call that still runs, by way of %s, fails the call at once", async (way) => {
    const lines = await linesOf(way, "during");
    expect(lines[0]).toMatchObject({
      message: "project code failed outside of its promise",
      ...place,
      error: expect.stringContaining(`broken ${way}`),
      stack: expect.stringContaining("Error"),
    });
    expect(lines).toContainEqual({ said: expect.arrayContaining(["City?"]) });
    expect(lines.at(-1)).toEqual({ next: expect.arrayContaining(["Hello!"]) });
    expect(lines).not.toContainEqual({ defect: true });
  });

  it.each(ways)("of a call that is over, by way of %s, is logged and counted", async (way) => {
    const lines = await linesOf(way, "after");
    expect(lines).toContainEqual({ said: ["Noted."] });
    expect(lines).toContainEqual(expect.objectContaining({ message: "project code failed after its call", ...place }));
    expect(lines).toContainEqual({ counted: "validator" });
    expect(lines.at(-1)).toEqual({ next: ["Hello!"] });
    expect(lines).not.toContainEqual({ defect: true });
  });

  it("of a listener to the signal belongs to its action", async () => {
    const lines = await linesOf("abort listener", "after");
    expect(lines).toContainEqual(expect.objectContaining({ port: "action", name: "act", conversationId: "c" }));
    expect(lines.at(-1)).toEqual({ next: ["Hello!"] });
  });

  it("and that is nobody's is logged; after an exception the process should end", async () => {
    const rejected = await linesOf("nobody's rejection", "after");
    expect(rejected[0]).toMatchObject({ message: "unhandled rejection", error: "broken nobody's rejection" });
    expect(rejected).not.toContainEqual({ defect: true });
    const thrown = await linesOf("nobody's exception", "after");
    expect(thrown[0]).toMatchObject({ message: "uncaught exception", error: "broken nobody's exception" });
    expect(thrown).toContainEqual({ defect: true });
  });
});
