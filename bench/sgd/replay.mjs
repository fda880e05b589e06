// Replays the dialogues of ../shared/data/sgd on the real runtime and scores them. Skips loudly where the data is absent.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const shared = new URL("../../../shared/", import.meta.url);
const scorer = fileURLToPath(new URL("tools/sgd_replay.mjs", shared));
if (!existsSync(scorer)) {
  console.log("SKIPPED bench:sgd-replay: the Schema-Guided Dialogue data is not beside the project (../shared).");
  process.exit(0);
}
const services = fileURLToPath(new URL("data/sgd/services.json", shared));
const adapter = fileURLToPath(new URL("replay-adapter.mjs", import.meta.url));
let failed = false;
for (const file of ["sgd-replay-dev.jsonl", "sgd-replay-interrupt-dev.jsonl"]) {
  const data = fileURLToPath(new URL(`data/sgd/${file}`, shared));
  const { stdout, status } = spawnSync(process.execPath, [scorer, data, services, adapter], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 26,
  });
  console.log(stdout);
  const score =
    status === 0 ? JSON.parse(process.env.SHOW ? stdout.slice(0, stdout.indexOf("\n}") + 2) : stdout) : null;
  if (score === null || score.dialogue_pass < 0.998 || score.unsafe_transactional_calls > 0) failed = true;
}
console.log(
  failed
    ? "FAILED: dialogue_pass must be at least 0.998 with no unsafe transactional call."
    : "ok: dialogue_pass at least 0.998, no unsafe transactional call.",
);
process.exit(failed ? 1 : 0);
