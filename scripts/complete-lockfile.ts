/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out: it records only those that the
 * registry it asked lists, and `npm ci` refuses a lockfile that lacks one. Run it after `npm install` changed the lockfile.
 *
 * Without the package there is no checksum to record: on its platform npm takes exactly this version from its registry.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LockedPackage, type Lockfile, unrecordedPackages } from "./lockfile.ts";

const path = join(import.meta.dirname, "../package-lock.json");
const systems = new Set(["android", "darwin", "freebsd", "linux", "openharmony", "win32"]);
const processors = new Set(["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"]);

const lockfile = JSON.parse(readFileSync(path, "utf8")) as Lockfile;
const missing = unrecordedPackages(lockfile);
const added = missing.map(({ name, version, parent }): readonly [string, LockedPackage] => [
  `node_modules/${name}`,
  inNpmsOrder({ version, ...platformOf(name), ...(parent.dev === true ? { dev: true } : {}), optional: true }),
]);
const [root, ...others] = Object.entries(lockfile.packages);
const packages = [...others, ...added].toSorted(([one], [other]) => one.localeCompare(other, "en"));
writeFileSync(
  path,
  `${JSON.stringify({ ...lockfile, packages: Object.fromEntries([root ?? [], ...packages]) }, null, 2)}\n`,
);
for (const { name, version } of missing) console.log(`added ${name}@${version}`);

/** Else the next `npm install` would only move lines. */
function inNpmsOrder({ version, ...others }: LockedPackage): LockedPackage {
  return {
    version,
    ...Object.fromEntries(Object.entries(others).toSorted(([one], [other]) => one.localeCompare(other))),
  };
}

/** As its name says it: `cli-linux-arm64-musl`, `binding-linux-arm-gnueabihf`. */
function platformOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> {
  const parts = name.split("-");
  const os = parts.filter((part) => systems.has(part));
  const cpu = parts.filter((part) => processors.has(part));
  if (cpu.length === 0) throw new Error(`The name of '${name}' does not say what platform it is for: add it by hand.`);
  const libc = parts.includes("musl") ? ["musl"] : parts.includes("gnu") ? ["glibc"] : [];
  return { cpu, ...(libc.length === 0 ? {} : { libc }), ...(os.length === 0 ? {} : { os }) };
}
