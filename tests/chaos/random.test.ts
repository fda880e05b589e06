import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { chanceOf } from "../random/make/chance.ts";
import { readableYaml } from "../random/plan-yaml.ts";
import type { Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { expectExactlyOnce, expectSame, interruptedKeys, keyHistories } from "./exactly-once.ts";
import { deathsIn, type Held, holdCalmly, holdWithDeaths, planDeaths, type Victim } from "./hold-talk.ts";
import { type MadeTalk, makeTalk } from "./make-talk.ts";
import { onEveryStore } from "./on-every-store.ts";
import type { Opening } from "./random-process.ts";
import { count, isWhole, report, seed } from "./seed.ts";
import { type RandomProcess, startRandomProcess } from "./start-random-process.ts";
import type { Death } from "./trail.ts";

const whole = isWhole("SONI_RANDOM_KILLS");
const stores: readonly Place["kind"][] = ["sqlite", "postgres", "redis"];
/** Each store has its share, in the whole run each host on it too. */
const kills = Math.ceil(count("SONI_RANDOM_KILLS", 12) / (whole ? 6 : 3));

/** Each store and host has assistants of its own. */
const firstSeed = (place: Place, host: Host): number =>
  seed + 1_000_000 * (1 + stores.indexOf(place.kind) * 2 + (host === "direct" ? 0 : 1));

/** An empty place of the same kind. */
const beside = (place: Place, name: string): Place => ({
  ...place,
  address: place.kind === "sqlite" ? `${place.address}.${name}` : place.address,
  name: place.kind === "sqlite" ? "" : `${place.name}_${name}`,
});

interface Run {
  readonly place: Place;
  readonly host: Host;
  readonly folder: string;
  readonly calm: RandomProcess;
  readonly victim: Victim;
  readonly sums: Sums;
}

const noSums = {
  conversations: 0,
  messages: 0,
  kills: 0,
  on_direct: 0,
  on_langgraph: 0,
  in_an_action: 0,
  keys: 0,
  calls: 0,
  unknown: 0,
  in_called_flows: 0,
  after_links: 0,
  in_later_rounds: 0,
  with_corrections: 0,
};
type Sums = Record<keyof typeof noSums, number>;

/** One random assistant: its conversation undisturbed, then with deaths. */
async function tryOne(run: Run, number: number): Promise<void> {
  const { place, host, folder, calm, victim } = run;
  const own = firstSeed(place, host) + number;
  const talk = await makeTalk(calm, own, folder);
  if (talk === null) return;
  const opening = (name: string, unknown: readonly string[] = []): Opening & { readonly trail: string } => ({
    ...{ plan: talk.plan, host, place: beside(place, name), conversationId: `c${own}`, unknown },
    ...{ folder, trail: join(folder, `${own}-${name}.jsonl`) },
  });
  const undisturbed = await holdCalmly(calm, talk, opening("calm"));
  const deaths = planDeaths(chanceOf(own + 1), undisturbed, host);
  const killed = await holdWithDeaths(victim, talk, { opening: opening("killed"), deaths });
  const about = describeTalk({ run, number, talk, deaths: deathsIn(killed.trail) });
  expectExactlyOnce(talk.plan, undisturbed, `${about}\nundisturbed`);
  expectExactlyOnce(talk.plan, killed, about);
  // Where an outcome is unknown, `on_error` decides: the same must follow as where nothing but the ledger says so.
  const unknown = interruptedKeys(talk.plan, killed);
  const calmly = unknown.length === 0 ? undisturbed : await holdCalmly(calm, talk, opening("unknown", unknown));
  expectSame(killed, calmly, { about, unknown });
  addSums(run.sums, { ...talk, ...killed, unknown: unknown.length });
}

/** All that is needed to see it again. */
function describeTalk(given: {
  readonly run: Run;
  readonly number: number;
  readonly talk: MadeTalk;
  readonly deaths: readonly Death[];
}): string {
  const { run, number, talk, deaths } = given;
  const name = run.place.kind === "sqlite" ? "SQLite" : run.place.kind;
  return [
    `SONI_SEED=${seed + number} SONI_RANDOM_KILLS=1 npx vitest run tests/chaos/random.test.ts -t '${name}, ${run.host}'`,
    ...deaths.map(
      ({ messageId, when, what, key = "", host }) => `killed in ${messageId} on ${host}: ${when} ${what} ${key}`,
    ),
    readableYaml(talk.plan),
    ...talk.messages.map(
      ({ commands, silence }, index) =>
        `m${index + 1}${silence ? " (an hour later)" : ""} > ${JSON.stringify(commands)}`,
    ),
  ].join("\n");
}

function addSums(sums: Sums, { messages, trail, unknown }: MadeTalk & Held & { readonly unknown: number }): void {
  const deaths = deathsIn(trail);
  const keys = [...keyHistories(trail)].filter(([, { calls }]) => calls > 0);
  const has = (wanted: string): boolean =>
    messages.some(({ commands }) => commands.some(({ type }) => type === wanted));
  const amounts: Sums = {
    conversations: 1,
    messages: messages.length,
    kills: deaths.length,
    on_direct: deaths.filter(({ host }) => host === "direct").length,
    on_langgraph: deaths.filter(({ host }) => host === "langgraph").length,
    in_an_action: deaths.filter(({ key }) => key !== undefined).length,
    keys: keys.length,
    calls: keys.reduce((sum, [, { calls }]) => sum + calls, 0),
    unknown,
    // A key holds the place of its action: calls, links and how many times its step was come to.
    in_called_flows: keys.filter(([key]) => key.includes("/")).length,
    after_links: keys.filter(([key]) => key.includes(">")).length,
    in_later_rounds: keys.filter(([key]) => /#([2-9]|1\d)/.test(key)).length,
    with_corrections: has("correct_slot") ? 1 : 0,
  };
  for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += amounts[name];
}

describe("a random assistant's conversation", async () => {
  await onEveryStore({
    name: `is what it would have been without ${kills} kills`,
    timeout: 300_000 + kills * 20_000,
    isWhole: whole,
    async run(place, host) {
      const folder = await mkdtemp(join(tmpdir(), "soni-random-kills-"));
      const calm = await startRandomProcess();
      const victim: Victim = { process: await startRandomProcess() };
      const sums: Sums = { ...noSums };
      try {
        for (let number = 0; sums.kills < kills; number += 1)
          await tryOne({ place, host, folder, calm, victim, sums }, number);
      } finally {
        await Promise.all([calm.stop(), victim.process.stop()]);
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      }
      report(`random on ${place.kind}, ${host}`, { ...sums });
    },
  });
});
