// How long a neighbour waits when an action ends the server, blocks it or eats its memory: from the moment that the bad
// message is sent until another conversation is answered, with and without a process of its own for the project's code.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callJson } from "../../tests/support/call-json.ts";

const rounds = process.argv.includes("--quick") ? 1 : 5;
const root = join(import.meta.dirname, "../..");
const place = mkdtempSync(join(tmpdir(), "soni-restart-"));
const isolated = join(place, "isolated");
cpSync(join(root, "tests/cli/mortal"), isolated, { recursive: true });
const yaml = join(isolated, "soni.yaml");
writeFileSync(yaml, `${readFileSync(yaml, "utf8")}settings:\n  actions: { isolate: true }\n`);

/** Milliseconds for each ending, in a server of its own each time: a second death in a row is restarted later. */
async function neighbourWaits(folder: string, how: string): Promise<number> {
  const store = join(place, `${Math.random()}.db`);
  const given = ["serve", folder, "--port", "0", "--store", store, "--log-level", "silent", "--max-heap", "256"];
  const server = spawn(process.execPath, [join(root, "src/cli/main.ts"), ...given], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(server.stdout, "data");
  const [url = ""] = /http:\/\/\S+/.exec(String(line)) ?? [];
  const send = async (conversationId: string, ending: string): Promise<boolean> => {
    const command = { type: "start_flow", flow: "try_it", slots: { how: ending } };
    try {
      await callJson(`${url}/v1/conversations`, { json: { conversationId } });
      return (
        (await callJson(`${url}/v1/conversations/${conversationId}/messages`, { json: { command } })).status === 200
      );
    } catch {
      return false;
    }
  };
  try {
    await send("warm", "fine");
    const began = performance.now();
    const bad = send("bad", how);
    // Whatever the bad one does, it has begun when the neighbour comes.
    await sleep(100);
    for (let number = 0; !(await send(`neighbour-${number}`, "fine")); number += 1) await sleep(20);
    const waited = performance.now() - began;
    await bad;
    return waited;
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
}

try {
  console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}`);
  for (const [name, folder] of [
    ["supervised", join(root, "tests/cli/mortal")],
    ["isolated", isolated],
  ] as const) {
    for (const how of ["fine", "exit", "spin", "memory"]) {
      const waits: number[] = [];
      for (let round = 0; round < rounds; round += 1) waits.push(await neighbourWaits(folder, how));
      const seconds = waits.toSorted((a, b) => a - b).map((each) => (each / 1000).toFixed(1));
      console.log(`${name.padEnd(11)} ${how.padEnd(7)} ${seconds.join(" ")} s   load ${loadavg()[0]?.toFixed(1)}`);
    }
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
