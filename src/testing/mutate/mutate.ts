import type { TurnResult } from "../../engine/state/public-state.ts";
import { createChance } from "../chance.ts";
import type { Conversation } from "../conversation.ts";
import { wayOf } from "../find-conversations.ts";
import { openAssistant, textsOf } from "../open-assistant.ts";
import { type HeldConversation, runSuite, type SuiteOptions } from "../run-suite.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";

export interface MutateOptions extends Partial<Pick<SuiteOptions, "understander" | "knowledgeBase">> {
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
  const held = await runSuite(conversations.filter(isOfFolder), suiteOptions(options));
  return mutateHeld(held, options);
}

/** The same for conversations that were already held with the YAML as it is. */
export async function mutateHeld(
  held: readonly HeldConversation[],
  options: MutateOptions = {},
): Promise<MutationReport> {
  const { limit, seed = 1, tried: tell } = options;
  const tests = held.filter(({ conversation }) => isOfFolder(conversation));
  const [first] = tests;
  if (first === undefined) return { tried: [], failing: [] };
  const failing = tests.filter(({ report }) => !report.passed).map(({ conversation }) => conversation.name);
  const sound = tests
    .filter(({ report }) => report.passed)
    .map(({ conversation, turns }) => ({ conversation, flows: flowsIn(turns) }))
    // Commands need nobody to understand them, so they answer sooner.
    .toSorted((left, right) => Number(isInWords(left.conversation)) - Number(isInWords(right.conversation)));
  const mutations = chosen(mutationsOf(await textsOf(first.conversation.origin)), { limit, seed });
  const tried: TriedMutation[] = [];
  for (const { texts, ...mutation } of mutations) {
    const relevant = sound.filter(({ flows }) => mutation.flow === null || flows.has(mutation.flow));
    const noticedBy = await noticed(
      relevant.map(({ conversation }) => withTexts(conversation, texts)),
      { origin: withTexts(first.conversation, texts), options },
    );
    const done = { mutation, noticedBy };
    tried.push(done);
    tell?.(done, tried.length, mutations.length);
  }
  return { tried, failing };
}

const isOfFolder = ({ origin }: Conversation): boolean => origin.kind === "folder";
const isInWords = (conversation: Conversation): boolean => wayOf(conversation) === "words";

/** One at a time: the first test that notices a change ends its trial. */
const suiteOptions = ({ understander = null, knowledgeBase }: MutateOptions): SuiteOptions => ({
  understander,
  jobs: 1,
  ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
});

/** The flows that a conversation comes through: others can change without its noticing. */
const flowsIn = (turns: readonly TurnResult[]): ReadonlySet<string> =>
  new Set(
    turns.flatMap(({ events }) => events.flatMap((event) => (event.type === "flow_started" ? [event.flow] : []))),
  );

const withTexts = (test: Conversation, texts: Mutation["texts"]): Conversation => ({
  ...test,
  origin: test.origin.kind === "folder" ? { ...test.origin, texts } : test.origin,
});

async function noticed(
  tests: readonly Conversation[],
  { origin, options }: { readonly origin: Conversation; readonly options: MutateOptions },
): Promise<string | null> {
  try {
    await openAssistant(origin);
  } catch {
    return "check";
  }
  for (const test of tests) {
    const [held] = await runSuite([test], suiteOptions(options));
    if (held?.report.passed !== true) return test.name;
  }
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
