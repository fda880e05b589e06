import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plantedEngine, plantedSource, plants } from "./plants.ts";

it.each(plants)("the engine has the place where $name", (plant) => {
  expect(plantedSource(plant)).toContain(plant.instead);
});

/** A few that show at once; `npm run test:planted` looks for all of them. */
const quick = ["outputs that a call does not list come back", "whatever is done, a correction is possible"];

it.each(quick)("random assistants find that %s", (name) => {
  const plant = plants.find((each) => each.name === name);
  if (plant === undefined) throw new Error(`No plant is named ${name}.`);
  const folder = mkdtempSync(join(tmpdir(), "soni-planted-"));
  try {
    const engine = plantedEngine(plant, join(folder, "engine"));
    const flags = ["--runs", "60", "--seed", "1000", "--no-shrink", "--until-found", "--engine", engine];
    const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), ...flags], {
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^ +\d+ {2}I\d/m);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
