import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { WebSocket } from "ws";
import { startScriptedServer } from "../model/scripted-server.ts";
import { serverSent } from "../server/start-writing.ts";
import { openPlace, type Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { onEveryStore } from "./on-every-store.ts";
import { count, isWhole, report } from "./seed.ts";
import { sentencesPerTurn, writeGuide } from "./sentence-assistant.ts";
import type { Death, SentenceServerOptions } from "./sentence-server.ts";

/** How often each place to die at is tried; among the ordinary tests, some of the places once. */
const rounds = count("SONI_SENTENCE_ROUNDS", 1);
const whole = isWhole("SONI_SENTENCE_ROUNDS");
/** `received`: killed from outside, when the client has the sentence. */
type Kill = { readonly when: Death["when"] | "received"; readonly sentence: number };
const everyKill: readonly Kill[] = Array.from({ length: sentencesPerTurn }, (_, index) => index + 1).flatMap(
  (sentence) => (["before", "after", "received"] as const).map((when) => ({ when, sentence })),
);
const kills = whole ? Array.from({ length: rounds }, () => everyKill).flat() : everyKill.filter((_, n) => n % 7 === 3);

const program = join(import.meta.dirname, "sentence-server.ts");

async function start(options: SentenceServerOptions) {
  const child: ChildProcess = fork(program, [JSON.stringify(options)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "soni-chaos-compile-cache") },
  });
  const exited = once(child, "exit");
  const [port] = (await Promise.race([once(child, "message"), exited])) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    exited,
    async arm(death: Death): Promise<void> {
      const armed = once(child, "message");
      child.send(death);
      await armed;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

type Server = Awaited<ReturnType<typeof start>>;

interface Event {
  readonly id: number;
  readonly type: string;
  readonly turn: number;
  readonly message: string;
  readonly index: number;
  readonly text: string;
}

/** Reads until the turn is done, or the connection is gone; `have` is what came before. True: it is done. */
type Listen = (url: string, id: string, have: Event[], onEvent: (event: Event) => void) => Promise<boolean>;

const text = "tell me about Rome";

const overEvents: Listen = async (url, id, have, onEvent) => {
  const last = have.at(-1)?.id;
  const headers = last === undefined ? {} : { "last-event-id": String(last) };
  try {
    const stream = serverSent(`${url}/v1/conversations/${id}/messages`, { text, messageId: "m1" }, headers);
    for await (const event of stream) {
      if (event.type === "error") return false;
      onEvent(event);
      if (event.type === "done") return true;
    }
  } catch {
    // The process is gone.
  }
  return false;
};

const overSocket: Listen = (url, id, have, onEvent) =>
  new Promise((resolve) => {
    const after = have.at(-1)?.id ?? 0;
    const socket = new WebSocket(`${url.replace("http", "ws")}/v1/conversations/${id}/socket?after=${after}`);
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(false));
    socket.on("message", (data) => {
      const event = JSON.parse(String(data));
      if (event.type === "ready") socket.send(JSON.stringify({ type: "message", messageId: "m1", text }));
      if (event.id === undefined) return;
      onEvent(event);
      if (event.type !== "done" || event.turn !== 2) return;
      resolve(true);
      socket.terminate();
    });
  });

interface Field {
  readonly place: Place;
  readonly host: Host;
}

async function run({ place, host }: Field): Promise<void> {
  const model = await startScriptedServer(writeGuide);
  vi.stubEnv("SONI_TEST_WRITER", model.url);
  const options = { place, host, leaseMs: 500 };
  let server: Server = await start(options);
  const store = await openPlace(place);
  const sums = { kills: 0, "sentences received": 0, "of them after the kill": 0 };
  try {
    for (const [number, kill] of kills.entries()) {
      const id = `c${number}`;
      await fetch(`${server.url}/v1/conversations`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ conversationId: id }),
      });
      const listen = number % 2 === 0 ? overEvents : overSocket;
      const events: Event[] = [];
      const sentences = () => events.filter(({ type }) => type === "sentence");
      const { exited } = server;
      const killer = server;
      if (kill.when !== "received") await server.arm({ when: kill.when, sentence: kill.sentence });
      const isDone = await listen(server.url, id, events, (event) => {
        events.push(event);
        if (kill.when === "received" && sentences().length === kill.sentence) killer.kill();
      });
      await exited;
      // A client may come back with less than it was sent.
      if (!isDone) events.splice(Math.max(0, events.length - (number % 4)));
      const before = sentences().length;
      // A kill from outside may come when the turn is just done.
      if (kill.when !== "received") expect(isDone).toBe(false);
      server = await start(options);
      for (let done = isDone; !done; ) {
        done = await listen(server.url, id, events, (event) => events.push(event));
        if (!done) await sleep(50);
      }
      const told = sentences();
      const [turn] = (await store.transcript(`local:${id}`)).filter(({ messageId }) => messageId === "m1");
      const stored = (turn?.messages ?? []).flatMap(({ id: message, sentences: parts = [] }) =>
        parts.map((part, index) => [message, index, part]),
      );
      const about = JSON.stringify({ kill, told });
      // Every sentence once, in order, and none that the transcript lacks.
      expect(
        told.map(({ message, index, text: said }) => [message, index, said]),
        about,
      ).toEqual(stored);
      expect(stored, about).toHaveLength(sentencesPerTurn);
      for (const { text: said, sentences: parts } of turn?.messages ?? [])
        if (parts !== undefined) expect(parts.join("")).toBe(said);
      const ids = events.map((event) => event.id);
      expect(new Set(ids).size, about).toBe(ids.length);
      expect(await store.sentences.read(`local:${id}`, "m1")).toEqual([]);
      sums.kills += 1;
      sums["sentences received"] += told.length;
      sums["of them after the kill"] += told.length - before;
    }
    report(`sentences on ${place.kind}, ${host}`, sums);
  } finally {
    server.kill();
    await server.exited;
    await store.close();
    await model.close();
    vi.unstubAllEnvs();
  }
}

await onEveryStore({
  name: "a client that resumes after a kill has every sentence once, and none that the transcript lacks",
  timeout: 300_000 + kills.length * 30_000,
  isWhole: whole,
  run: (place, host) => run({ place, host }),
});
