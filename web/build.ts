import { existsSync, globSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig } from "vite";

/** Builds the pages and the widget into dist/web. `--if-needed`: only when they are missing or older than their source. */

const root = fileURLToPath(new URL(".", import.meta.url));
const outDir = fileURLToPath(new URL("../dist/web", import.meta.url));

const shared: InlineConfig = { root, configFile: false, base: "./", logLevel: "error" };

const pages: InlineConfig = {
  ...shared,
  build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
};

/** One script that other sites include: nothing to load after it, nothing global but its element. */
const widget: InlineConfig = {
  ...shared,
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: false,
    lib: { entry: `${root}src/widget/widget.ts`, formats: ["iife"], name: "SoniWidget", fileName: () => "widget.js" },
  },
};

function isUpToDate(): boolean {
  const built = `${outDir}/widget.js`;
  if (!existsSync(built)) return false;
  const builtAt = statSync(built).mtimeMs;
  const sources = globSync("{index.html,build.ts,src/**,public/**}", { cwd: root });
  return sources.every((file) => statSync(`${root}${file}`).mtimeMs <= builtAt);
}

if (!(process.argv.includes("--if-needed") && isUpToDate())) {
  await build(pages);
  await build(widget);
}
