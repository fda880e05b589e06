import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

type Lines = readonly Record<string, unknown>[];

/** The notes of a process that guards itself, while a validator raised errors in these ways, one after the other. */
async function play(when: "during" | "after", wanted: readonly string[]): Promise<Readonly<Record<string, Lines>>> {
  const script = join(import.meta.dirname, "escaping-errors.ts");
  const { stdout } = await run(process.execPath, [script, when, ...wanted]);
  return JSON.parse(stdout);
}

const place = { port: "validator", name: "own", conversationId: "c", messageId: "place" };
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

const others = ["abort listener", "nobody's rejection", "nobody's exception"];
const during = play("during", ways);
const after = during.then(() => play("after", [...ways, ...others]));

describe("an error that nobody caught", { timeout: 120_000 }, () => {
  it.each(ways)("of a call that still runs, by way of %s, fails the call at once", async (way) => {
    const lines = (await during)[way] ?? [];
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
    const lines = (await after)[way] ?? [];
    expect(lines).toContainEqual({ said: ["Noted."] });
    expect(lines).toContainEqual(expect.objectContaining({ message: "project code failed after its call", ...place }));
    expect(lines).toContainEqual({ counted: "validator" });
    expect(lines.at(-1)).toEqual({ next: ["Hello!"] });
    expect(lines).not.toContainEqual({ defect: true });
  });

  it("of a listener to the signal belongs to its action", async () => {
    const lines = (await after)["abort listener"] ?? [];
    expect(lines).toContainEqual(expect.objectContaining({ port: "action", name: "act", conversationId: "c" }));
    expect(lines.at(-1)).toEqual({ next: ["Hello!"] });
  });

  it("and that is nobody's is logged; after an exception the process should end", async () => {
    const rejected = (await after)["nobody's rejection"];
    expect(rejected?.[0]).toMatchObject({ message: "unhandled rejection", error: "broken nobody's rejection" });
    expect(rejected).not.toContainEqual({ defect: true });
    const thrown = (await after)["nobody's exception"];
    expect(thrown?.[0]).toMatchObject({ message: "uncaught exception", error: "broken nobody's exception" });
    expect(thrown).toContainEqual({ defect: true });
  });
});
