import { join } from "node:path";
import { expect } from "vitest";
import { seed } from "../chaos/seed.ts";
import type { NastyText } from "../support/nasty-texts/nasty-text.ts";
import { allNearMatches, nastyTexts } from "../support/nasty-texts/nasty-texts.ts";
import { type Answer, type AttackClient, attackClient } from "./attack-client.ts";
import { isFull, median, size, tableOf } from "./attack-size.ts";
import { onAttackedStores } from "./on-attacked-stores.ts";
import { onceSlow } from "./once-slow.ts";
import { cpuBetween, cpuOf } from "./process-figures.ts";
import { type SoniServer, startSoniServer } from "./soni-server.ts";
import { type WaitingPoint, waitingPoints } from "./waiting-points.ts";

const folder = join(import.meta.dirname, "talk-assistant");
const [short, long] = [500, 2_000];
/** Four times the length may take five times as long. In `npm test`, beside everything else, only squares are found. */
const mostGrowth = isFull ? 5 : 12;
/** Milliseconds below which nobody cares how they grow. */
const floor = 25;
/** Milliseconds after which a text is said to block: a turn has 30 seconds. */
const blocks = 15_000;
/** A server that is blocked is replaced. There is no point in doing that for ever. */
const mostBlocks = size("SONI_ATTACK_BLOCKS", 2, 12);

interface Cost {
  readonly cpu: number;
  readonly wait: number;
  readonly problem: string | null;
}

let conversations = 0;

/** The server's cost of reading a text at a waiting point, and the fault of its answer. */
async function costOf(
  server: SoniServer,
  client: AttackClient,
  at: { point: WaitingPoint; text: string },
): Promise<Cost> {
  conversations += 1;
  const id = `reading-${conversations}`;
  await client.begin(id, at.point.turns);
  const [before, started] = [cpuOf(server.pid()), performance.now()];
  const answer = await client.say(id, { text: at.text });
  const wait = performance.now() - started;
  return { cpu: cpuBetween(before, cpuOf(server.pid())), wait, problem: problemOf(answer) };
}

/** A text of nothing but blanks may be refused. One that asks for a person gets one; no other is handed over. */
function problemOf(answer: Answer | null): string | null {
  if (answer === null) return "no answer";
  if (answer.status !== 200 && answer.status !== 422) return `status ${answer.status}`;
  const commands: readonly { command?: { type?: string } }[] = answer.body.inspection?.commands ?? [];
  const asked = commands.some(({ command }) => command?.type === "human_handoff");
  return answer.body.status?.handedOff === true && !asked ? "handed over" : null;
}

interface Growth {
  readonly text: NastyText;
  readonly point: WaitingPoint;
}

await onAttackedStores(isFull ? ["memory", "sqlite", "postgres", "redis"] : ["memory"], {
  name: "reading a text takes time that grows with its length, whatever is in it",
  timeout: 3 * 3_600_000,
  async run(place, store) {
    const table = tableOf("Reading");
    const texts = nastyTexts(size("SONI_ATTACK_TEXTS", 30, 200), seed);
    // The understander does not know the store: each question with each text on one store, some of them on the others.
    const questions = size("SONI_ATTACK_QUESTIONS", 1, store === "memory" ? waitingPoints.length : 3);
    const known = onceSlow.map(({ text, at }) => ({ text, point: waitingPoints.find(({ name }) => name === at) }));
    const made = texts.flatMap((text, index) =>
      Array.from({ length: questions }, (_, offset) => ({
        text,
        point: waitingPoints[(index + offset * 4) % waitingPoints.length],
      })),
    );
    // Every near-match of every pattern once, at one question or another.
    const near = (isFull && store === "memory" ? allNearMatches(seed) : []).map((text, index) => ({
      text,
      point: waitingPoints[index % waitingPoints.length],
    }));
    const cases = [...known, ...made, ...near] as readonly Growth[];
    const failures: string[] = [];
    const growths: number[] = [];
    const costs: number[] = [];
    let blocked = 0;
    let server = await startSoniServer({ folder, store: place });
    let client = attackClient(server.url);
    // Compiles what is compiled at the first use.
    for (const point of waitingPoints) {
      await costOf(server, client, { point, text: "two of us on Friday at eight, please. ".repeat(10) });
    }

    const fail = (problem: string, { text, point }: Growth): void => {
      failures.push(`${problem}: ${text.name} at ${point.name}`);
    };
    const measure = (length: number, { text, point }: Growth): Promise<Cost> =>
      costOf(server, client, { point, text: text.ofLength(length) });

    for (const each of cases) {
      if (blocked >= mostBlocks) break;
      const shorts = [await measure(short, each)];
      const longs = [await measure(long, each)];
      const growth = (): number =>
        median(longs.map(({ cpu }) => cpu)) / Math.max(floor, median(shorts.map(({ cpu }) => cpu)));
      const slowest = Math.max(...[...shorts, ...longs].map(({ wait }) => wait));
      if (slowest > blocks) {
        fail(`blocks for ${Math.round(slowest / 1000)} s`, each);
        blocked += 1;
        await server.kill();
        server = await startSoniServer({ folder, store: place });
        client = attackClient(server.url);
        continue;
      }
      // Once is enough where it is cheap; what looks dear is measured five times.
      while (growth() > mostGrowth && longs.length < 5) {
        shorts.push(await measure(short, each));
        longs.push(await measure(long, each));
      }
      growths.push(growth());
      costs.push(median(longs.map(({ cpu }) => cpu)));
      if (growth() > mostGrowth) fail(`grows by ${growth().toFixed(1)} to ${Math.round(costs.at(-1) ?? 0)} ms`, each);
      const problem = [...shorts, ...longs].find((cost) => cost.problem !== null)?.problem ?? null;
      if (problem !== null) fail(problem, each);
    }
    table.push({
      store,
      texts: new Set(cases.map(({ text }) => text)).size,
      "texts at questions": growths.length + blocked,
      "growth at most": Math.max(...growths).toFixed(1),
      "CPU of 2,000 characters: median, most": `${Math.round(median(costs))} ms, ${Math.round(Math.max(...costs))} ms`,
      "that block": blocked,
      failures: failures.length,
    });
    expect.soft(failures).toEqual([]);
    expect(await server.isReady()).toBe(true);
    await server.stop();
  },
});
