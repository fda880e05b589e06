// One contender in a process of its own: none pays for another's garbage, heap or compiled code.
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { graphContender } from "./graph-contender.ts";
import { loopContender } from "./loop-contender.ts";
import type { Answer, ContenderName, Task } from "./process-protocol.ts";
import { soniContender } from "./soni-contender.ts";

const [name, folder] = process.argv.slice(2) as [ContenderName, string];
const path = join(folder, `${name}.db`);
const contenders: Readonly<Record<ContenderName, () => Contender>> = {
  loop: () => loopContender(path),
  graph: () => graphContender(),
  soni: () => soniContender(path, 10),
  direct: () => soniContender(path, 10, "direct"),
  soniManyFlows: () => soniContender(path, 1000),
};
const contender = contenders[name]();

async function run({ ids, from, to }: Task): Promise<void> {
  for (const id of ids) for (let turn = from; turn < to; turn += 1) await contender.turn(id, turn);
}

process.on("message", async (task: Task) => {
  const before = process.cpuUsage();
  await run(task);
  const { user, system } = process.cpuUsage(before);
  const answer: Answer = { microseconds: user + system };
  process.send?.(answer);
});
process.once("disconnect", async () => {
  await contender.close();
  process.exit(0);
});
