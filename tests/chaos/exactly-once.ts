import { expect } from "vitest";
import type { Plan } from "../random/plan.ts";
import type { Call } from "../random/world.ts";
import type { Held } from "./hold-talk.ts";
import type { Said } from "./random-process.ts";
import type { Death, TrailEntry } from "./trail.ts";

/** What became of one key of the world outside. */
interface KeyHistory {
  readonly call: Call | null;
  readonly calls: number;
  /** The engine asked the ledger for it: otherwise it is a search, which changes nothing and has no entry. */
  readonly isInLedger: boolean;
  /** Deaths between its entry in the ledger and its result there. */
  readonly deathsWhileBegun: number;
  /** Of these, those after it had its effect. */
  readonly deathsAfterEffect: number;
}

export function keyHistories(trail: readonly TrailEntry[]): ReadonlyMap<string, KeyHistory> {
  const keys = new Set(trail.flatMap((entry) => (entry.key === undefined ? [] : [entry.key])));
  return new Map([...keys].map((key) => [key, historyOf(trail.filter((entry) => entry.key === key))]));
}

function historyOf(entries: readonly TrailEntry[]): KeyHistory {
  const calls = entries.filter((entry) => entry.kind === "call");
  const finished = entries.findIndex(({ kind }) => kind === "finished");
  const open = (finished === -1 ? entries : entries.slice(0, finished)).filter((entry) => entry.kind === "death");
  const isAfterEffect = ({ when, what }: Death): boolean =>
    (what === "effect" && when === "after") || (what === "finish" && when === "before");
  const { kind: _, ...call } = calls[0] ?? { kind: "call" };
  return {
    call: calls.length === 0 ? null : (call as Call),
    calls: calls.length,
    isInLedger: entries.some(({ kind }) => kind === "wanted"),
    deathsWhileBegun: open.filter((death) => !(death.what === "begin" && death.when === "before")).length,
    deathsAfterEffect: open.filter(isAfterEffect).length,
  };
}

/** Keys of actions that may not be repeated and were interrupted: what became of them is not known. */
export const interruptedKeys = (plan: Plan, { trail, turns }: Held): readonly string[] => {
  const wanted = new Map(turns.flatMap(({ reply }) => reply.events.flatMap(actionStarted)));
  return [...keyHistories(trail)].flatMap(([key, { isInLedger, deathsWhileBegun }]) => {
    const action = plan.actions?.[wanted.get(key) ?? ""];
    return isInLedger && deathsWhileBegun > 0 && action?.idempotent !== true ? [key] : [];
  });
};

const actionStarted = (event: Said["reply"]["events"][number]): [string, string][] =>
  event.type === "action_started" ? [[event.key, event.action]] : [];

/** Each key had its effect once, was called again only where it had to be, or is said to be of unknown outcome. */
export function expectExactlyOnce(plan: Plan, held: Held, about: string): void {
  const interrupted = interruptedKeys(plan, held);
  const ended = held.turns.flatMap(({ reply }) => reply.events.filter((event) => event.type === "action_ended"));
  const unknown = ended.filter(({ code }) => code === "action.outcome_unknown").map(({ key }) => key);
  expect([...new Set(unknown)].sort(), `${about}\nactions of unknown outcome`).toEqual([...interrupted].sort());
  const byKey = Map.groupBy(
    held.trail.filter((entry) => entry.kind === "call"),
    ({ key }) => key,
  );
  for (const [key, { call, calls, isInLedger, deathsAfterEffect }] of keyHistories(held.trail)) {
    for (const each of byKey.get(key) ?? [])
      expect(each, `${about}\n${key} was called with other inputs`).toEqual({ kind: "call", ...call });
    if (!isInLedger) continue;
    const wanted = interrupted.includes(key) ? [0, 1] : [1 + (isRepeatable(plan, call) ? deathsAfterEffect : 0)];
    expect(wanted, `${about}\ncalls of ${key}`).toContain(calls);
  }
}

const isRepeatable = (plan: Plan, call: Call | null): boolean =>
  plan.actions?.[call?.action ?? ""]?.idempotent === true;

/** It went as it would have gone without deaths: replies, states, what is stored, and effects with their keys, inputs and order. */
export function expectSame(
  held: Held,
  calm: Held,
  { about, unknown }: { about: string; unknown: readonly string[] },
): void {
  for (const [index, said] of held.turns.entries()) {
    expect(withoutTimes(said.reply), `${about}\nreply to message ${index + 1}`).toEqual(
      withoutTimes(calm.turns[index]?.reply),
    );
  }
  expect(withoutTimes(held.stored), `${about}\nwhat is stored`).toEqual(withoutTimes(calm.stored));
  const effects = ({ trail }: Held): readonly unknown[] =>
    [...keyHistories(trail)].flatMap(([key, { call }]) => (unknown.includes(key) ? [] : [[key, call]]));
  expect(effects(held), `${about}\neffects`).toEqual(effects(calm));
}

/** How long an action took is the only thing that no two runs share. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, each) => (name === "milliseconds" ? 0 : each)));
