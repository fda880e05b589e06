import type { Advice } from "./advice.ts";
import type { Learnt } from "./skill.ts";
import type { Phenomenon } from "./vocabulary.ts";

/** A simulated model: how likely it is to read a message right, given what its prompt taught it. */
export interface SimulatedModel {
  readonly name: string;
  /** Probability of the right answer. It depends on these three and on nothing else. */
  chance(phenomenon: Phenomenon, learnt: Learnt, message: string): number;
  /** Share of the messages whose luck is their own, whatever the prompt. The others draw again for each prompt. */
  readonly steady: number;
  /** How many times as long as needed its answers are. */
  wordiness(advice: ReadonlySet<Advice>): number;
  /** Whether it does what text in its data tells it to. */
  obeys(advice: ReadonlySet<Advice>): boolean;
}

/** Phenomena that every model can do; all others have to be taught. */
const easy: ReadonlySet<Phenomenon> = new Set(["answer", "start", "confirm"]);
const whenEasy = 0.95;
const untaught = 0.3;
const ceiling = 0.95;

/** What bad advice takes away, by phenomenon. */
const harm: Readonly<Partial<Record<Advice, Readonly<Partial<Record<Phenomenon, number>>>>>> = {
  answer_first: { interruption: 0.5, question: 0.5, cancel: 0.3, correction: 0.3 },
  only_one: { several: 0.9 },
  in_doubt: { answer: 0.3, correction: 0.2, values: 0.2 },
};

const harmDone = (phenomenon: Phenomenon, advice: ReadonlySet<Advice>): number =>
  [...advice].reduce((sum, piece) => sum + (harm[piece]?.[phenomenon] ?? 0), 0);

const limit = (chance: number): number => Math.min(ceiling, Math.max(0.02, chance));
const start = (phenomenon: Phenomenon): number => (easy.has(phenomenon) ? whenEasy : untaught);

/** 1 if the instruction says what helps with it. The advice has the name of its phenomenon. */
const advised = (phenomenon: Phenomenon, { advice }: Learnt): number => (advice.has(phenomenon as Advice) ? 1 : 0);

/** 0 without a demonstration, then 0.5, 0.75, 0.875: each one gives half of what is left. */
const demonstrated = (phenomenon: Phenomenon, { right }: Learnt): number => 1 - 0.5 ** (right[phenomenon] ?? 0);

/** What each wrong demonstration of a phenomenon costs. */
const misled = (phenomenon: Phenomenon, { wrong }: Learnt): number => 0.25 * (wrong[phenomenon] ?? 0);

const plain = { steady: 0.85, wordiness: () => 1, obeys: () => false };

/** It reads its instruction; demonstrations leave it as it was. */
const advisable: SimulatedModel = {
  ...plain,
  name: "advisable",
  chance: (phenomenon, learnt) =>
    limit(start(phenomenon) + 0.62 * advised(phenomenon, learnt) - harmDone(phenomenon, learnt.advice)),
};

/** It learns from demonstrations; instructions leave it as it was. */
const imitating: SimulatedModel = {
  ...plain,
  name: "imitating",
  chance: (phenomenon, learnt) =>
    limit(start(phenomenon) + 0.62 * demonstrated(phenomenon, learnt) - misled(phenomenon, learnt)),
};

/** Advice and demonstrations help a little each, and more together. */
const both: SimulatedModel = {
  ...plain,
  name: "both",
  chance: (phenomenon, learnt) => {
    const [told, shown] = [advised(phenomenon, learnt), demonstrated(phenomenon, learnt)];
    return limit(
      start(phenomenon) +
        0.2 * told +
        0.2 * shown +
        0.25 * told * shown -
        harmDone(phenomenon, learnt.advice) -
        misled(phenomenon, learnt),
    );
  },
};

/** Nothing in its prompt matters. Each prompt is a new throw of the dice. */
const deaf: SimulatedModel = { ...plain, name: "deaf", steady: 0, chance: () => 0.6 };

/** Perfect on messages that it was shown, and worse on all others with each demonstration. */
const overfitting: SimulatedModel = {
  ...plain,
  name: "overfitting",
  chance: (_, { seen, shown }, message) => (seen.has(message) ? 1 : limit(0.62 - 0.03 * Math.min(shown, 12))),
};

/** One piece of advice makes it much better, and its answers twelve times as long. */
const costly: SimulatedModel = {
  ...plain,
  name: "costly",
  chance: (_, { advice }) => (advice.has("explain") ? 0.9 : 0.6),
  wordiness: (advice) => (advice.has("explain") ? 12 : 1),
};

/** The advice that helps it most makes it follow whatever text it reads. The safe advice helps less. */
const obedient: SimulatedModel = {
  ...plain,
  name: "obedient",
  chance: (phenomenon, learnt) =>
    limit(
      0.5 +
        (learnt.advice.has("obey") ? 0.35 : 0.12 * advised(phenomenon, learnt)) -
        harmDone(phenomenon, learnt.advice),
    ),
  obeys: (advice) => advice.has("obey"),
};

export const simulatedModels = { advisable, imitating, both, deaf, overfitting, costly, obedient };
export type SimulatedModelName = keyof typeof simulatedModels;
