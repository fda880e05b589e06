import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codesIn, rowsOf } from "../docs/pages.ts";
import { bugs, type PlantedBug } from "./bugs.ts";
import { compile, plant, soni, type Tool, tools } from "./tools.ts";

/** In full every tool is tried on every bug, which takes minutes. Else only the first tool that the table names. */
const isFull = process.env["SONI_PLANTED_BUGS"] === "full";
/** A limit only ends what hangs. */
const limit = isFull ? 3_600_000 : 300_000;
const root = join(import.meta.dirname, "../..");
const table = new Map(
  rowsOf(readFileSync(join(root, "docs/authors-tools.md"), "utf8"), "| planted bug | caught by |").map(
    ([name = "", by = ""]) => [name, codesIn(by)],
  ),
);

const base = mkdtempSync(join(tmpdir(), "soni-bugs-"));
const sound: readonly PlantedBug[] = [
  { name: "banking", example: "banking", changes: [] },
  { name: "flight_booking", example: "flight_booking", changes: [] },
];
const all = [...sound, ...bugs];
const folderOf = ({ name }: PlantedBug): string => join(base, name.replaceAll(/\W+/g, "-"));
let compiled: ReadonlyMap<string, readonly string[]> = new Map();

beforeAll(async () => {
  process.env["SONI_CACHE"] = join(root, "node_modules/.cache/soni-tests");
  writeFileSync(join(base, "package.json"), '{ "type": "module" }\n');
  for (const bug of all) await plant(folderOf(bug), bug);
  for (const bug of all) await soni("typegen", folderOf(bug));
  compiled = compile(all.map(folderOf));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const catches: Readonly<Record<Tool, (folder: string) => Promise<boolean>>> = {
  // A warning is a line more than "ok".
  check: async (folder) => {
    const { code, said } = await soni("check", folder);
    return code !== 0 || said.trim().split("\n").length > 1;
  },
  types: async (folder) => compiled.get(folder)?.length !== 0,
  explore: async (folder) => (await soni("explore", folder)).code !== 0,
  test: async (folder) => (await soni("test", folder, ...(isFull ? [] : ["--in", "commands"]))).code !== 0,
  simulate: async (folder) => (await soni("simulate", folder)).code !== 0,
};

/** With errors in the YAML nothing else runs. */
async function caughtBy(folder: string): Promise<readonly Tool[]> {
  if ((await soni("check", folder, "--no-words")).code !== 0) return ["check"];
  const found: Tool[] = [];
  for (const tool of tools) if (await catches[tool](folder)) found.push(tool);
  return found;
}

describe("bugs that are planted in the examples", () => {
  it("are twenty, and at least nineteen are caught", () => {
    expect([...table.keys()]).toEqual(bugs.map(({ name }) => name));
    expect(bugs).toHaveLength(20);
    expect([...table.values()].filter((by) => by.length > 0).length).toBeGreaterThanOrEqual(19);
  });

  it.each(sound.map((bug) => [bug.name, bug] as const))(
    "no tool finds anything in %s as it is",
    async (_, bug) => {
      const tried = isFull ? tools : (["check", "types", "test"] as const);
      for (const tool of tried) expect(await catches[tool](folderOf(bug)), tool).toBe(false);
    },
    limit,
  );

  it.each(bugs.map((bug) => [bug.name, bug] as const))(
    "%s: caught as the table says",
    async (name, bug) => {
      const by = table.get(name) ?? [];
      if (isFull) return expect(await caughtBy(folderOf(bug))).toEqual(by);
      const cheapest = tools.find((tool) => by.includes(tool));
      if (cheapest !== undefined) expect(await catches[cheapest](folderOf(bug))).toBe(true);
    },
    limit,
  );
});
