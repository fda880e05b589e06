import { spawnSync } from "node:child_process";
import { installPackage } from "../support/install-package.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const find = (): string | undefined => {
  const found = names.map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim());
  return found.find((path) => path !== undefined && path !== "");
};

/** The machine's own Chromium; machines for tests often run as root and come without it. */
export async function findChromium(): Promise<string | { readonly missing: string }> {
  const found = find();
  if (found !== undefined) return found;
  await installPackage("chromium");
  return find() ?? { missing: "No Chromium was found. Install it: apt-get install chromium" };
}
