import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Those that the page lists, stage after stage. */
function toldFiles(): readonly string[] {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const [, section = ""] = page.split("### The files of one message\n");
  const [list = ""] = section.split(/\n##/);
  return [...list.matchAll(/\]\(\.\.\/src\/([^)]+)\)/g)].map(([, file = ""]) => file);
}

it("docs/architecture.md names the files that one message runs through, from HTTP to commit", async () => {
  const program = join(import.meta.dirname, "files-of-a-message.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", program]);
  const told = toldFiles();
  expect(told.toSorted()).toEqual(JSON.parse(stdout));
  expect(new Set(told).size).toBe(told.length);
  expect(told.length).toBeLessThanOrEqual(70);
});
