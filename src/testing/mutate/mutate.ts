import { createChance } from "../chance.ts";
import type { Conversation } from "../conversation.ts";
import { openAssistant, textsOf } from "../open-assistant.ts";
import { type ConversationReport, type RunOptions, runConversation } from "../run-conversation.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";

export interface MutateOptions extends RunOptions {
  /** At most this many mutations, chosen by the seed. Default: all of them. */
  readonly limit?: number;
  readonly seed?: number;
  /** Told after each. */
  readonly tried?: (tried: TriedMutation, index: number, total: number) => void;
}

export interface TriedMutation {
  readonly mutation: Omit<Mutation, "texts">;
  /** The name of the first test that failed, or `check` if the assistant did not load; null: nobody noticed. */
  readonly noticedBy: string | null;
}

export interface MutationReport {
  readonly tried: readonly TriedMutation[];
  /** Tests that fail without any mutation: they can't tell anything. */
  readonly failing: readonly string[];
}

/**
 * Changes the YAML of a folder in small ways and holds its conversation tests with each change. A change that no test notices is
 * something that the tests do not test.
 */
export async function mutate(
  conversations: readonly Conversation[],
  options: MutateOptions = {},
): Promise<MutationReport> {
  const { limit, seed = 1, tried: tell, ...run } = options;
  const tests = conversations.filter(({ origin }) => origin.kind === "folder");
  const [first] = tests;
  if (first === undefined) return { tried: [], failing: [] };
  const reports: ConversationReport[] = [];
  for (const test of tests) reports.push(await runConversation(test, run));
  const failing = reports.filter(({ passed }) => !passed).map(({ name }) => name);
  const sound = tests.flatMap((test, index) => {
    const report = reports[index];
    return report?.passed === true ? [{ test, flows: flowsIn(report) }] : [];
  });
  const mutations = chosen(mutationsOf(await textsOf(first.origin)), { limit, seed });
  const tried: TriedMutation[] = [];
  for (const { texts, ...mutation } of mutations) {
    const relevant = sound.filter(({ flows }) => mutation.flow === null || flows.has(mutation.flow));
    const noticedBy = await noticed(
      relevant.map(({ test }) => withTexts(test, texts)),
      { origin: withTexts(first, texts), run },
    );
    const done = { mutation, noticedBy };
    tried.push(done);
    tell?.(done, tried.length, mutations.length);
  }
  return { tried, failing };
}

/** The flows that a conversation comes through: others can change without its noticing. */
const flowsIn = ({ turns }: ConversationReport): ReadonlySet<string> =>
  new Set(
    turns.flatMap(({ events }) => events.flatMap((event) => (event.type === "flow_started" ? [event.flow] : []))),
  );

const withTexts = (test: Conversation, texts: Mutation["texts"]): Conversation => ({
  ...test,
  origin: test.origin.kind === "folder" ? { ...test.origin, texts } : test.origin,
});

async function noticed(
  tests: readonly Conversation[],
  { origin, run }: { readonly origin: Conversation; readonly run: RunOptions },
): Promise<string | null> {
  try {
    await openAssistant(origin);
  } catch {
    return "check";
  }
  for (const test of tests) if (!(await runConversation(test, run)).passed) return test.name;
  return null;
}

/** A choice that is spread over all, in the order of reading. */
function chosen(
  all: readonly Mutation[],
  { limit, seed }: { readonly limit: number | undefined; readonly seed: number },
): readonly Mutation[] {
  if (limit === undefined || all.length <= limit) return all;
  const chance = createChance(seed);
  const order = all.map((mutation, index) => ({ mutation, index, rank: chance.below(1_000_000) }));
  return order
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, limit)
    .toSorted((left, right) => left.index - right.index)
    .map(({ mutation }) => mutation);
}
