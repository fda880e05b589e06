import type { Chance } from "../random/make/chance.ts";
import type { Host } from "../support/on-host.ts";
import { type MadeTalk, sayingOf } from "./make-talk.ts";
import type { Moment } from "./mortal-store.ts";
import type { Opening, Said, Stored } from "./random-process.ts";
import { type RandomProcess, startRandomProcess } from "./start-random-process.ts";
import { beginTrail, type Death, readTrail, type TrailEntry } from "./trail.ts";

/** A conversation that came to its end, and all that can be seen of it. */
export interface Held {
  readonly turns: readonly Said[];
  readonly trail: readonly TrailEntry[];
  readonly stored: Stored;
}

/** One conversation: nobody dies. */
export async function holdCalmly(
  process: RandomProcess,
  { messages }: MadeTalk,
  opening: Opening & { readonly trail: string },
): Promise<Held> {
  beginTrail(opening.trail);
  await process.open(opening);
  const turns: Said[] = [];
  for (const index of messages.keys()) {
    const said = await process.say({ ...sayingOf(messages, index), dieAt: null, recover: false });
    if (said === null) throw new Error("The process was killed, which nobody wanted.");
    turns.push(said);
  }
  return { turns, trail: readTrail(opening.trail), stored: await process.look() };
}

/** One death, and how it goes on: the moment, counted from the message's arrival at its process. */
export interface PlannedDeath {
  readonly at: number;
  /** Of the process that comes after. */
  readonly host: Host;
  readonly recover: boolean;
}

/** A message that ended its process three times is set aside; so there are two deaths at most. */
export function planDeaths(chance: Chance, { turns }: Held, host: Host): readonly (readonly PlannedDeath[])[] {
  const isMoving = chance.percent(40);
  const death = (moments: readonly Moment[]): PlannedDeath => ({
    at: chance.percent(50) ? chance.pick(aroundActions(moments)) : chance.below(moments.length),
    host: isMoving ? chance.pick(["direct", "langgraph"] as const) : host,
    recover: chance.percent(50),
  });
  return turns.map(({ moments, calls }) => {
    const isLikely = chance.percent(calls.length > 0 ? 95 : 12);
    const deaths = isLikely ? (chance.percent(30) ? 2 : 1) : 0;
    return Array.from({ length: deaths }, () => death(moments));
  });
}

/** The moments that have to do with an action; all of them, if none has. */
function aroundActions(moments: readonly Moment[]): readonly number[] {
  const all = [...moments.keys()];
  const some = all.filter((index) => moments[index]?.key !== undefined);
  return some.length > 0 ? some : all;
}

/** The process that dies, and is followed by another. */
export interface Victim {
  process: RandomProcess;
}

/** The same conversation with deaths: after each another process goes on, and the client sends the same message again. */
export async function holdWithDeaths(
  victim: Victim,
  { messages }: MadeTalk,
  given: { readonly opening: Opening & { readonly trail: string }; readonly deaths: ReturnType<typeof planDeaths> },
): Promise<Held> {
  const { opening, deaths } = given;
  beginTrail(opening.trail);
  await victim.process.open(opening);
  const turns: Said[] = [];
  for (const index of messages.keys()) turns.push(await untilAnswered(index));
  return { turns, trail: readTrail(opening.trail), stored: await victim.process.look() };

  async function untilAnswered(index: number): Promise<Said> {
    const planned = [...(deaths[index] ?? [])];
    let recover = false;
    for (;;) {
      const next = planned.shift();
      const said = await victim.process.say({ ...sayingOf(messages, index), dieAt: next?.at ?? null, recover });
      if (said !== null) return said;
      victim.process = await startRandomProcess();
      await victim.process.open({ ...opening, host: next?.host ?? opening.host });
      recover = next?.recover ?? false;
    }
  }
}

export const deathsIn = (trail: readonly TrailEntry[]): readonly Death[] =>
  trail.filter((entry) => entry.kind === "death");
