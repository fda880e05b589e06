import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs a Debian package where that is possible: as root, on a machine that has apt-get. Machines for tests often come
 * without the servers they need. Test files run side by side, and apt-get does not: one after the other.
 */
export async function installPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const script = `apt-get update -q; apt-get install -y -q --no-install-recommends ${name}`;
  const child = spawn("flock", [join(tmpdir(), "soni-tests-apt.lock"), "sh", "-c", script], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: "ignore",
  });
  // Without flock or apt-get nothing is installed, and whoever needs the package says so.
  await once(child, "close").catch(() => undefined);
}
