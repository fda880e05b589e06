#!/usr/bin/env node
// `npm create soni` runs this: it is `soni init`, with the same arguments.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const manifest = createRequire(import.meta.url).resolve("soni/package.json");
const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
const { status } = spawnSync(process.execPath, [join(dirname(manifest), bin.soni), "init", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
