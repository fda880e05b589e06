import type { FlowDescription } from "../../src/understand/embedded/flow-choice/flow-texts.ts";
import type { Intent, Utterance } from "./intent-data.ts";
import { seededRandom, shuffled } from "./seeded-random.ts";

export interface DrawOptions {
  readonly seed: number;
  readonly flowCount: number;
  readonly examplesEach: number;
  /** Whether services that do the same may stand side by side. */
  readonly twins: boolean;
}

export interface Draw {
  readonly flows: readonly FlowDescription[];
  readonly tests: readonly { readonly message: Utterance; readonly flow: string }[];
}

const mostTests = 600;
/** Set aside even where none are used, so that both rows of the table test on the same messages. */
const messagesSetAside = 5;

/** Candidate intents, training examples and other messages of those intents, all from the seed. */
export function drawFlows(pool: readonly Intent[], options: DrawOptions): Draw {
  const random = seededRandom(options.seed);
  const ordered = shuffled(
    pool.filter(({ messages }) => messages.length > messagesSetAside),
    random,
  );
  const intents = (options.twins ? ordered : oneServicePerGroup(ordered)).slice(0, options.flowCount);
  const split = intents.map((intent) => ({ intent, messages: shuffled(intent.messages, random) }));
  const tests = split.flatMap(({ intent, messages }) =>
    messages.slice(messagesSetAside).map((message) => ({ message, flow: intent.name })),
  );
  return {
    flows: split.map(({ intent, messages }) => ({
      name: intent.name,
      description: intent.description,
      ...(intent.slots === undefined ? {} : { slots: intent.slots }),
      examples: messages.slice(0, options.examplesEach).map(({ text }) => text),
    })),
    tests: shuffled(tests, random).slice(0, mostTests),
  };
}

function oneServicePerGroup(intents: readonly Intent[]): readonly Intent[] {
  const chosen = new Map<string, string>();
  for (const { group, service } of intents) if (!chosen.has(group)) chosen.set(group, service);
  return intents.filter(({ group, service }) => chosen.get(group) === service);
}
