import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import { type RandomNumbers, randomNumbers } from "../support/random-numbers.ts";
import { count, isWhole, report, seed } from "./seed.ts";
import { startMeasuredServer } from "./start-measured-server.ts";

/** The whole run measures what a server can do, and offers ten times that. The small one knows how much there is room for. */
const whole = isWhole("SONI_OVERLOAD_SECONDS");
const seconds = count("SONI_OVERLOAD_SECONDS", 20);
const times = 10;
const conversations = whole ? 200 : 60;
/** Open before the flood comes. 0: every one of them has to be let in first, which takes its time; see the documentation. */
const connections = count("SONI_OVERLOAD_CONNECTIONS", whole ? 3_000 : 300);
const connectionsAtOnce = 100;
const megabyte = 1024 * 1024;

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly milliseconds: number;
  readonly retryAfter: string | undefined;
}

/** A connection for each request under way, which stays open, as from as many browsers. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY });

function ask(port: number, method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const started = performance.now();
  return new Promise((resolve) => {
    const headers =
      body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const sent = request({ agent, port, path, host: "127.0.0.1", method, headers }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        answer += part;
      });
      response.on("end", () => {
        const { statusCode: status = 0, headers: got } = response;
        const code = status < 300 ? "" : String((JSON.parse(answer) as { code: string }).code);
        resolve({ status, code, milliseconds: performance.now() - started, retryAfter: got["retry-after"] });
      });
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      resolve({
        status: 0,
        code: String(error.code),
        milliseconds: performance.now() - started,
        retryAfter: undefined,
      });
    });
    sent.end(text);
  });
}

/** Those who will write are there already: how fast a process lets people in is another question than what it does with them. */
async function connect(port: number, connections: number): Promise<void> {
  for (let open = 0; open < connections; open += connectionsAtOnce) {
    // Held open until all of them are: one that is free would be used again.
    await Promise.all(Array.from({ length: open + connectionsAtOnce }, () => ask(port, "GET", "/health/live")));
  }
}

let said = 0;
const say = (port: number, random: RandomNumbers): Promise<Answer> => {
  said += 1;
  return ask(port, "POST", `/v1/conversations/c${random(conversations)}/messages`, {
    text: `echo w${said}`,
    messageId: `m${said}`,
  });
};

/** As many as it takes, each after the reply to the one before: what the server can do. */
async function capacity(port: number, random: RandomNumbers, milliseconds: number): Promise<number> {
  const until = performance.now() + milliseconds;
  let done = 0;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (performance.now() < until) {
        const { status } = await say(port, random);
        if (status === 200) done += 1;
      }
    }),
  );
  return done / (milliseconds / 1000);
}

/** So many a second, whether or not anybody answers. */
async function offer(port: number, random: RandomNumbers, perSecond: number): Promise<readonly Answer[]> {
  const answers: Promise<Answer>[] = [];
  const started = performance.now();
  for (let sent = 0; performance.now() - started < seconds * 1000; ) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
    // Late, if the machine is: but not all at once.
    for (const most = sent + Math.ceil(perSecond / 20); sent < Math.min(due, most); sent += 1) {
      answers.push(say(port, random));
    }
    await sleep(5);
  }
  return Promise.all(answers);
}

const at = (all: readonly Answer[], share: number): number => {
  const sorted = all.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};

function expectRefused(refused: readonly Answer[]): void {
  const codes = new Set(refused.map(({ status, code }) => `${status} ${code}`));
  expect(codes).toContain("503 server.overloaded");
  for (const code of codes) expect(["503 server.overloaded", "429 request.too_many"]).toContain(code);
  for (const { status, retryAfter } of refused) if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
}

/** The queue is bounded, so its memory is too. */
const mostMemory = 250 * megabyte;
const mostMemoryAfter = 20 * megabyte;

/** Who is overloaded: a process that commits by itself, or one that waits for a model and has room for a few turns. */
const cases = {
  "a process that has no time left": { milliseconds: 20 },
  "a process that waits for its model": { milliseconds: 200, turns: 25 },
} as const;

async function overload(name: keyof typeof cases, place: Place): Promise<void> {
  const random = randomNumbers(seed);
  const server = await startMeasuredServer({ place, host: "direct", ...cases[name] });
  const { port } = server;
  try {
    for (let index = 0; index < conversations; index += 1) {
      await ask(port, "POST", "/v1/conversations", { conversationId: `c${index}` });
    }
    const able = await capacity(port, random, 5_000);
    await connect(port, connections);
    const before = await server.ask("memory");
    const answers = await offer(port, random, able * times);
    const during = await server.ask("memory");
    const after = await capacity(port, random, 5_000);
    await offerNothing();
    const { inside } = await server.ask("memory");
    const taken = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    report(`overload of ${name}, ${place.kind}`, {
      "turns a second before": able.toFixed(0),
      "offered a second": (answers.length / seconds).toFixed(0),
      seconds,
      connections,
      answered: taken.length,
      refused: refused.length,
      "refused, p50 ms": at(refused, 0.5),
      "p99 ms": at(refused, 0.99),
      "slowest ms": at(refused, 1),
      "answered, slowest ms": at(taken, 1),
      "MB resident before": (before.resident / megabyte).toFixed(0),
      "most MB": (during.most / megabyte).toFixed(0),
      "MB in use before": (before.inside / megabyte).toFixed(1),
      "MB in use after": (inside / megabyte).toFixed(1),
      "turns a second after": after.toFixed(0),
      load: loadavg()[0]?.toFixed(1) ?? "",
    });
    expectRefused(refused);
    expect(during.most - before.resident).toBeLessThan(mostMemory);
    expect(inside - before.inside).toBeLessThan(mostMemoryAfter);
    if (connections > 0) expect(at(refused, 1)).toBeLessThan(1_000);
    expect(after).toBeGreaterThan(able * 0.7);
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Ten times what there is room for, while the model answers nobody: all that is too much is refused before anything is answered. */
async function flood(place: Place): Promise<void> {
  const turns = 25;
  const server = await startMeasuredServer({ place, host: "direct", milliseconds: 0, turns });
  const { port } = server;
  const sayIn = (index: number): Promise<Answer> =>
    ask(port, "POST", `/v1/conversations/c${index % conversations}/messages`, { text: `echo w${index}` });
  try {
    for (let index = 0; index < conversations; index += 1) {
      await ask(port, "POST", "/v1/conversations", { conversationId: `c${index}` });
    }
    await connect(port, connections);
    const before = await server.ask("hold");
    const answers: Answer[] = [];
    const all = Array.from({ length: turns * times }, async (_, index) => {
      answers.push(await sayIn(index));
    });
    await expect.poll(() => answers.length).toBe(turns * (times - 1));
    expectRefused(answers);
    expect(answers.map(({ status }) => status)).not.toContain(200);
    const during = await server.ask("go on");
    await Promise.all(all);
    expect(answers.slice(-turns).map(({ status }) => status)).toEqual(Array.from({ length: turns }, () => 200));
    for (let index = 0; index < turns; index += 1) expect((await sayIn(index)).status).toBe(200);
    agent.destroy();
    expect(during.most - before.resident).toBeLessThan(mostMemory);
    const left = async (): Promise<number> => (await server.ask("memory")).inside - before.inside;
    await expect.poll(left).toBeLessThan(mostMemoryAfter);
  } finally {
    agent.destroy();
    await server.stop();
  }
}

const title = `${times} times what a server can do is refused in time, and forgotten after`;
const options = { timeout: 300_000 + seconds * 10_000 };

it.runIf(whole)(`${title}: SQLite`, options, () =>
  withSqlitePlace((place) => overload("a process that has no time left", place)),
);
await withServer("postgres", (url) => {
  it(`${title}: Postgres`, options, () => {
    const place = placeOn("postgres", url);
    return whole ? overload("a process that waits for its model", place) : flood(place);
  });
});

/** Lets connections that nobody needs any more be closed. */
const offerNothing = async (): Promise<void> => {
  agent.destroy();
  await sleep(200);
};
