import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Lockfile, unrecordedPackages } from "../../scripts/lockfile.ts";
import { root } from "./dockerfile.ts";

const lockfile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lockfile;

describe("package-lock.json", () => {
  it("records the optional packages of every platform, so that `npm ci` takes it", () => {
    expect(unrecordedPackages(lockfile)).toEqual([]);
  });

  it("would be found incomplete, also where a package has one of its own", () => {
    const packages: Lockfile["packages"] = {
      "": {},
      "node_modules/tool": { optionalDependencies: { "tool-linux": "2.0.0", "tool-win32": "2.0.0" } },
      "node_modules/tool-linux": { version: "2.0.0" },
      "node_modules/other/node_modules/@scope/tool": { optionalDependencies: { a: "1.0.0", b: "1.0.0", c: "1.0.0" } },
      "node_modules/other/node_modules/@scope/tool/node_modules/a": { version: "1.0.0" },
      "node_modules/other/node_modules/b": { version: "1.0.0" },
    };
    expect(unrecordedPackages({ packages }).map(({ name }) => name)).toEqual(["tool-win32", "c"]);
  });

  it("names no registry: each machine asks its own", () => {
    const resolved = Object.values(lockfile.packages).flatMap((each) => each.resolved ?? []);
    expect(resolved).toEqual([]);
  });
});
