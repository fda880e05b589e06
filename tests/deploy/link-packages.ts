import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Lockfile, packagesBehind } from "../../scripts/lockfile.ts";
import { root } from "./dockerfile.ts";

/** `package`: what everybody gets with Soni. `image`: the optional packages as well. `all`: also those of tests and builds. */
type Extent = "package" | "image" | "all";

/** Links the packages of this checkout into a folder, where npm would install them. */
export function linkPackages(folder: string, extent: Extent): void {
  const lockfile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lockfile;
  for (const path of pathsOf(lockfile, extent)) {
    const isTop = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path);
    if (!isTop || !existsSync(join(root, path))) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  if (extent === "all") symlinkSync(join(root, "node_modules/.bin"), join(folder, "node_modules/.bin"));
}

function pathsOf(lockfile: Lockfile, extent: Extent): Iterable<string> {
  if (extent === "all") return Object.keys(lockfile.packages);
  const { dependencies = {}, peerDependencies = {} } = lockfile.packages[""] ?? {};
  return packagesBehind(lockfile, Object.keys({ ...dependencies, ...(extent === "image" ? peerDependencies : {}) }));
}
