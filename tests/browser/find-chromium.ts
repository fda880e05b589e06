import { spawnSync } from "node:child_process";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const find = (): string | undefined => {
  const found = names.map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim());
  return found.find((path) => path !== undefined && path !== "");
};

/** The machine's own Chromium; machines for tests often run as root and come without it. */
export function findChromium(): string | { readonly missing: string } {
  const found = find();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update"], { env });
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
  }
  return find() ?? { missing: "No Chromium was found. Install it: apt-get install chromium" };
}
