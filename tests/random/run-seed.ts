import type { Assistant } from "../../src/index.ts";
import { type Case, improvise, tryCase, type User } from "./case.ts";
import type { Engine } from "./engine.ts";
import { chanceOf } from "./make/chance.ts";
import { makeAssistant } from "./make/make-assistant.ts";
import { makeErrand, makeWish } from "./make/make-errand.ts";
import { makeFocused } from "./make/make-focused.ts";
import { violationsOf } from "./oracle/invariants.ts";
import type { Conversation, Violation } from "./record.ts";
import { askedSlots } from "./run-errand.ts";

/** A case with the first violation of each kind in it. */
export interface Found {
  readonly seed: number;
  readonly case: Case;
  readonly violation: Violation;
}

export interface SeedRun {
  /** The loader refused the assistant: codes of its findings. */
  readonly refused?: readonly string[];
  readonly found: readonly Found[];
  readonly figures: Figures;
}

export interface Figures {
  readonly conversations: number;
  readonly turns: number;
  readonly calls: number;
  readonly corrections: number;
}

export const noFigures: Figures = { conversations: 0, turns: 0, calls: 0, corrections: 0 };

export const sumOf = (one: Figures, other: Figures): Figures => ({
  conversations: one.conversations + other.conversations,
  turns: one.turns + other.turns,
  calls: one.calls + other.calls,
  corrections: one.corrections + other.corrections,
});

/** Every fifth. */
const isFocused = (seed: number): boolean => seed % 10 === 1 || seed % 10 === 4;

/** One random assistant with two users who say anything, three who correct themselves, one who takes things back and one who is heard badly. */
export async function runSeed(engine: Engine, seed: number): Promise<SeedRun> {
  const chance = chanceOf(seed);
  const plan = isFocused(seed) ? makeFocused(chance) : makeAssistant(chance);
  const loaded = await engine.load(plan);
  if (Array.isArray(loaded)) return { refused: loaded as string[], found: [], figures: noFigures };
  const assistant = loaded as Assistant;
  const found: Found[] = [];
  let figures = noFigures;
  const note = (user: User, violations: readonly Violation[], conversations: readonly Conversation[]): void => {
    figures = sumOf(figures, figuresOf(conversations));
    for (const violation of firstOfKinds(violations)) found.push({ seed, case: { plan, user }, violation });
  };
  const talk = async (undoes: number, doubts = 0): Promise<void> => {
    const { messages, conversation } = await improvise(engine, { plan, assistant, chance, undoes, doubts });
    // Loading for the other host takes as long as all the rest.
    const ways = seed % 25 === 0 ? (["langgraph", "reload"] as const) : seed % 5 === 0 ? (["reload"] as const) : [];
    const user: User = { kind: "messages", messages, ways };
    const tried =
      ways.length === 0 ? { violations: violationsOf(conversation) } : await tryCase(engine, { plan, user }, assistant);
    note(user, tried.violations, [conversation]);
  };
  await talk(0);
  await talk(0);
  const wish = makeWish(chance, plan);
  const asked = wish === null ? [] : await askedSlots(engine, plan, assistant, wish);
  for (let number = 0; number < 3; number += 1) {
    const errand = wish === null ? null : makeErrand(chance, plan, wish, asked);
    if (errand === null) continue;
    const user: User = { kind: "errand", errand };
    const { violations, conversations } = await tryCase(engine, { plan, user }, assistant);
    note(user, violations, conversations);
    if (conversations.length > 0) figures = sumOf(figures, { ...noFigures, corrections: 1 });
  }
  await talk(30);
  await talk(0, 40);
  return { found, figures };
}

const firstOfKinds = (violations: readonly Violation[]): Violation[] => [
  ...new Map(violations.toReversed().map((violation) => [kindText(violation), violation])).values(),
];

export const kindText = ({ invariant, kind }: Violation): string => `${invariant}: ${kind}`;

const figuresOf = (conversations: readonly Conversation[]): Figures => ({
  conversations: conversations.length,
  turns: conversations.reduce((sum, { turns }) => sum + turns.length, 0),
  calls: conversations.reduce((sum, { turns }) => sum + turns.flatMap(({ calls }) => calls).length, 0),
  corrections: 0,
});
