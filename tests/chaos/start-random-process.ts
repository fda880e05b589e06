import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askFor } from "../servers/with-server.ts";
import type { Answer, Opening, Question, Said, Saying, Stored } from "./random-process.ts";

/** A process that talks for random assistants. */
export interface RandomProcess {
  /** What the loader found wrong; nothing, if the conversation can begin. */
  open(opening: Opening): Promise<readonly string[]>;
  /** Null: the process was killed before it answered. */
  say(saying: Saying): Promise<Said | null>;
  look(): Promise<Stored>;
  stop(): Promise<void>;
}

export async function startRandomProcess(): Promise<RandomProcess> {
  const program = await askFor("random-process");
  if (!("url" in program)) throw new Error(program.missing);
  const child: ChildProcess = fork(program.url, [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "soni-chaos-compile-cache") },
  });
  let end: string | null = null;
  const exited = once(child, "exit").then(([code, signal]) => {
    end = String(signal ?? code);
    return end;
  });
  const ask = async (question: Question): Promise<Answer | null> => {
    if (end !== null) throw new Error(`The process has ended (${end}).`);
    const stop = new AbortController();
    const answered = once(child, "message", { signal: stop.signal }).then(([answer]) => answer as Answer);
    child.send(question);
    const first = await Promise.race([answered, exited]);
    if (typeof first !== "string") {
      if (first.kind === "failed") throw new Error(`The process failed: ${first.message}`);
      return first;
    }
    answered.catch(() => undefined);
    stop.abort();
    if (first !== "SIGKILL") throw new Error(`The process ended (${first}) instead of being killed.`);
    return null;
  };
  return {
    async open(opening) {
      const answer = await ask({ ask: "open", opening });
      if (answer?.kind !== "opened") throw new Error("The process did not open the conversation.");
      return answer.findings;
    },
    async say(saying) {
      const answer = await ask({ ask: "say", saying });
      if (answer === null) return null;
      if (answer.kind !== "said") throw new Error("The process did not answer the message.");
      return answer.said;
    },
    async look() {
      const answer = await ask({ ask: "look" });
      if (answer?.kind !== "looked") throw new Error("The process did not look.");
      return answer.stored;
    },
    async stop() {
      if (end !== null) return;
      child.disconnect();
      await exited;
    },
  };
}
