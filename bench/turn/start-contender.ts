import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answer, ContenderName, Task } from "./process-protocol.ts";

export interface RunningContender {
  run(task: Task): Promise<Answer>;
  stop(): Promise<void>;
}

export function startContender(name: ContenderName, folder: string): RunningContender {
  const child = fork(fileURLToPath(new URL("contender-process.ts", import.meta.url)), [name, folder]);
  const died = once(child, "exit");
  return {
    async run(task) {
      child.send(task);
      const answer = await Promise.race([once(child, "message"), died.then(() => null)]);
      if (answer === null) throw new Error(`The process of '${name}' ended; see its output above.`);
      return answer[0] as Answer;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await died;
    },
  };
}
