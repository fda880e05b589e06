import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askFor } from "../servers/with-server.ts";
import type { Answer, ChatServerOptions, Question } from "./chat-server.ts";

export interface ChatServer {
  readonly url: string;
  readonly port: number;
  /** Milliseconds from its start until it listened. */
  readonly startedIn: number;
  /** Null while it runs; how it ended, otherwise. */
  ended(): string | null;
  ask(question: Question): Promise<Answer>;
  /** `kill -9`. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** As an operator would: turns under way are finished. */
  stop(): Promise<void>;
}

/** A server process of its own, which takes messages when this resolves. */
export async function startChatServer(options: ChatServerOptions): Promise<ChatServer> {
  const program = await askFor("chat-server");
  if (!("url" in program)) throw new Error(program.missing);
  const started = performance.now();
  const child: ChildProcess = fork(program.url, [JSON.stringify(options)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "soni-chaos-compile-cache") },
  });
  const exited = once(child, "exit").then(([code, signal]) => String(signal ?? code));
  let end: string | null = null;
  void exited.then((how) => {
    end = how;
  });
  const first = await Promise.race([once(child, "message").then(([port]) => Number(port)), exited]);
  if (typeof first === "string") throw new Error(`The server process ended (${first}) before it listened.`);
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    if (end !== null) return;
    child.kill(name);
    await exited;
  };
  return {
    url: `http://127.0.0.1:${first}`,
    port: first,
    startedIn: performance.now() - started,
    ended: () => end,
    async ask(question) {
      const answered = once(child, "message");
      child.send(question);
      const [answer] = await answered;
      return answer as Answer;
    },
    kill: () => signal("SIGKILL"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    stop: () => signal("SIGTERM"),
  };
}
