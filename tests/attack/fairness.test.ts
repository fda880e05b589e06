import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { seed } from "../chaos/seed.ts";
import { nastyTexts } from "../support/nasty-texts/nasty-texts.ts";
import { type Answer, type AttackClient, attackClient } from "./attack-client.ts";
import { isFull, median, size, tableOf } from "./attack-size.ts";
import { onAttackedStores } from "./on-attacked-stores.ts";
import { startSoniServer } from "./soni-server.ts";

const folder = join(import.meta.dirname, "talk-assistant");
const rounds = size("SONI_ATTACK_ROUNDS", 1, 10);
/** Within the limit of messages a minute that a user has. */
const heavyMessages = 20;
const neighbours = 4;
/** Milliseconds between a neighbour's messages: it stays within the limit of 60 a minute too, over as many rounds as there are. */
const neighbourPause = 1_000;
const mostWait = 5;
/** Heavy messages that may be answered between a neighbour's message and its reply: those that are being read already. */
const mostOvertaking = 5;

const tokenOf = (name: string): string => `${name}-0123456789abcdef`;
const names = [
  ...Array.from({ length: rounds }, (_, index) => `attacker${index}`),
  ...Array.from({ length: neighbours }, (_, index) => `neighbour${index}`),
];

interface Wait {
  readonly milliseconds: number;
  /** Null if the question was answered; what came instead, otherwise. */
  readonly instead: string | null;
  readonly isHandedOver: boolean;
  /** Heavy messages that were answered while this one waited. */
  readonly overtakenBy: number;
}

const shortly = (answer: Answer | null): string =>
  answer === null
    ? "no answer"
    : `${answer.status} ${JSON.stringify(answer.body.messages ?? answer.body).slice(0, 200)}`;

/** Asks something simple. */
async function ask(client: AttackClient, conversationId: string, answered: () => number = () => 0): Promise<Wait> {
  const [started, before] = [performance.now(), answered()];
  const answer = await client.say(conversationId, { text: "when are you open?" });
  return {
    milliseconds: performance.now() - started,
    instead: JSON.stringify(answer?.body.messages ?? "").includes("noon to midnight") ? null : shortly(answer),
    isHandedOver: answer?.body.status?.handedOff === true,
    overtakenBy: answered() - before,
  };
}

/** Two messages in each conversation: the third that is not understood may be handed over. */
async function attack(
  client: AttackClient,
  texts: readonly string[],
  onAnswer: () => void,
): Promise<readonly string[]> {
  const problems = await Promise.all(
    Array.from({ length: Math.ceil(texts.length / 2) }, async (_, index) => {
      const id = `attack-${index}`;
      await client.begin(id);
      const found: string[] = [];
      for (const text of texts.slice(index * 2, index * 2 + 2)) {
        const answer = await client.say(id, { text });
        onAnswer();
        const asked = JSON.stringify(answer?.body.inspection?.commands ?? []).includes("human_handoff");
        if (answer === null || answer.status >= 500) found.push(`status ${answer?.status}: ${text.slice(0, 60)}`);
        if (answer?.body.status?.handedOff === true && !asked) found.push(`handed over: ${text.slice(0, 60)}`);
      }
      return found;
    }),
  );
  return problems.flat();
}

await onAttackedStores(isFull ? ["memory", "sqlite", "postgres", "redis"] : ["sqlite"], {
  name: "twenty heavy messages of one user do not make the others wait",
  timeout: 3_600_000,
  async run(place, store) {
    const table = tableOf("Heavy messages of one user");
    const tokens = names.map((name) => `${name}:${tokenOf(name)}:developer`).join(",");
    const server = await startSoniServer({ folder, store: place, environment: { SONI_TOKENS: tokens } });
    const others = await Promise.all(
      Array.from({ length: neighbours }, async (_, index) => {
        const client = attackClient(server.url, { token: tokenOf(`neighbour${index}`) });
        await client.begin("neighbour");
        return client;
      }),
    );
    const texts = nastyTexts(heavyMessages * rounds, seed).map((text) => text.ofLength(2_000));
    for (const client of others) await ask(client, "neighbour");
    const idle: Wait[] = [];
    for (let turn = 0; turn < 5; turn++) for (const client of others) idle.push(await ask(client, "neighbour"));

    const busy: Wait[] = [];
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      let isOver = false;
      let answered = 0;
      const attacker = attackClient(server.url, { token: tokenOf(`attacker${round}`) });
      const heavy = texts.slice(round * heavyMessages, (round + 1) * heavyMessages);
      const onAnswer = (): void => {
        answered += 1;
      };
      const attacking = attack(attacker, heavy, onAnswer).then((found) => {
        isOver = true;
        problems.push(...found);
      });
      const talking = others.map(async (client) => {
        while (!isOver) {
          busy.push(await ask(client, "neighbour", () => answered));
          await sleep(neighbourPause);
        }
      });
      await Promise.all([attacking, ...talking]);
    }
    const waits = {
      idle: median(idle.map((wait) => wait.milliseconds)),
      busy: median(busy.map((wait) => wait.milliseconds)),
    };
    const misread = busy.flatMap(({ instead }) => instead ?? []);
    const overtaken = Math.max(...busy.map((wait) => wait.overtakenBy));
    table.push({
      store,
      "heavy messages": texts.length,
      "a neighbour's wait: idle": `${waits.idle.toFixed(1)} ms`,
      "median, most": `${waits.busy.toFixed(1)} ms, ${Math.round(Math.max(...busy.map((wait) => wait.milliseconds)))} ms`,
      "heavy ones answered first, at most": overtaken,
      "not understood": `${misread.length} of ${busy.length}`,
    });
    expect.soft(problems).toEqual([]);
    expect.soft(misread).toEqual([]);
    expect.soft(overtaken).toBeLessThanOrEqual(mostOvertaking);
    expect.soft([...idle, ...busy].filter((wait) => wait.isHandedOver)).toEqual([]);
    if (isFull) expect.soft(waits.busy / waits.idle).toBeLessThanOrEqual(mostWait);
    expect(await server.isReady()).toBe(true);
    expect(await server.stop()).toBe("0");
  },
});
