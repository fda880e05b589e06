import type { PromptProgram } from "../../understand/program.ts";
import { shuffled } from "../metrics/random.ts";
import { type Component, components } from "./ask-row.ts";
import { demonstrationSets, faultOf, lookAtRows, spread } from "./demonstration-sets.ts";
import { groundedInstruction, summariseRows, tipCount } from "./propose.ts";
import type { Effort, Search } from "./search.ts";
import { bestOf, runSearch, type Scored, type Session } from "./session.ts";
import { type Observation, suggestChoices } from "./tpe.ts";

/** How many instructions and sets of demonstrations there are to choose from at first, as in DSPy's automatic settings. */
export const miproSizes: Readonly<Record<Effort, { readonly instructions: number; readonly sets: number }>> = {
  light: { instructions: 3, sets: 6 },
  medium: { instructions: 6, sets: 12 },
  heavy: { instructions: 9, sets: 18 },
};
export const miproDemonstrations = 4;
export const miniBatch = 35;
/** With as few rows as this, each trial is a full evaluation. */
export const fewRows = 50;
export const trialsPerEvaluation = 5;
/** A mini-batch may have flattered the winner: so many of the next best are evaluated in full at the end. */
export const lastEvaluations = 2;
/** Rows that are understood wrong, in a request for an instruction. */
const examplesShown = 8;
/** Training rows that the best program so far is asked about, before an instruction is written for it. */
export const rowsPerLook = 25;
/** A proposal that must not be used is asked for again, with another tip. */
const mostProposals = 3;

/** By how many questions there are and how many choices each has. */
export const trialCount = (questions: number, choices: number): number =>
  Math.floor(Math.max(2 * questions * Math.log2(choices), 1.5 * choices));

/** Which instruction, or which demonstrations, a part of the program gets. The first choice is the present one. */
interface Question {
  readonly part: Component;
  readonly about: "instruction" | "demonstrations";
  readonly choices: PromptProgram[Component][keyof PromptProgram[Component]][];
  /** What to call the sets of demonstrations, by their place among the choices. */
  readonly names: readonly string[];
}

/** MIPROv2 (Opsahl-Ong et al. 2024): instructions and demonstrations are proposed first, then chosen together by a TPE. */
export const mipro: Search = (problem) =>
  runSearch("mipro", problem, async (session) => {
    const { sets, instructions } = miproSizes[problem.effort];
    const used = components.filter((part) => part === "commands" || session.usesSlots());
    const looked = await lookAtRows(session, miproDemonstrations);
    const sizes = { sets, bootstrapped: miproDemonstrations, labelled: miproDemonstrations };
    const demonstrations = await demonstrationSets(session, looked, sizes);
    const summary = await summariseRows(session, shuffled(session.train, session.random));
    const questions: Question[] = [];
    for (const part of used) {
      session.tell(`proposing instructions for ${part}`);
      const { instruction, demonstrations: present } = problem.program[part];
      const texts = new Set([instruction]);
      for (let wanted = 1; wanted < instructions; wanted += 1)
        texts.add((await propose(session, { part, instruction, summary, looked })) ?? instruction);
      questions.push(
        { part, about: "instruction", choices: [...texts], names: [] },
        {
          part,
          about: "demonstrations",
          choices: [present, ...demonstrations.map((each) => each[part])],
          names: ["", ...demonstrations.map(({ origin }) => origin)],
        },
      );
    }
    await choose(session, { questions, summary, trials: trialCount(questions.length, sets) });
  });

interface Material {
  readonly part: Component;
  readonly instruction: string;
  readonly summary: readonly string[];
  readonly looked: readonly Scored[];
}

const propose = async (session: Session, { part, instruction, summary, looked }: Material): Promise<string | null> => {
  const wrong = shuffled(looked, session.random).filter((each) => faultOf(each) === part);
  const examples = spread(wrong)
    .slice(0, examplesShown)
    .map(({ row }) => row);
  for (let again = 0; again < mostProposals; again += 1) {
    const tip = Math.floor(session.random() * tipCount);
    const text = await groundedInstruction(session, { component: part, instruction, summary, examples, tip });
    if (text !== null) return text;
  }
  return null;
};

interface Tried {
  readonly id: number;
  readonly choices: readonly number[];
  readonly means: number[];
  isFull: boolean;
}

interface Choosing {
  readonly questions: readonly Question[];
  readonly summary: readonly string[];
  readonly trials: number;
}

/**
 * Trials on mini-batches. Now and then the best of them is evaluated in full, and the estimator learns from that too. Then an
 * instruction is written for the best program so far, as DSPy's proposer does with the history of instructions: it is one choice more,
 * and is tried next in that program.
 */
const choose = async (session: Session, { questions, summary, trials }: Choosing): Promise<void> => {
  const { dev, train, random, problem } = session;
  const present = questions.map(() => 0);
  const observations: Observation[] = [{ choices: present, value: session.candidate(0).full ?? 0 }];
  const tried = new Map<string, Tried>([[present.join(), { id: 0, choices: present, means: [], isFull: true }]]);
  const batchSize = dev.length > fewRows ? miniBatch : dev.length;
  const due: (readonly number[])[] = [];

  const evaluateBest = async (): Promise<void> => {
    const open = [...tried.values()].filter(({ isFull }) => !isFull);
    const best = open.reduce<Tried | null>(
      (top, each) => (top === null || meanOf(each) > meanOf(top) ? each : top),
      null,
    );
    if (best === null) return;
    best.isFull = true;
    observations.push({ choices: best.choices, value: await session.evaluate(best.id) });
  };
  const proposeForBest = async (): Promise<void> => {
    const best = bestOf(session.candidates());
    const of = [...tried.values()].find(({ id }) => id === best?.id);
    if (best === null || of === undefined) return;
    session.tell(`proposing instructions for candidate ${best.id}`);
    const looked = await session.score(best.program, shuffled(train, random).slice(0, rowsPerLook));
    const next = [...of.choices];
    for (const [place, { part, about, choices }] of questions.entries()) {
      if (about !== "instruction" || !looked.some((each) => faultOf(each) === part)) continue;
      const text = await propose(session, { part, instruction: best.program[part].instruction, summary, looked });
      if (text !== null) next[place] = choices.push(text) - 1;
    }
    if (next.join() !== of.choices.join()) due.push(next);
  };

  for (let trial = 1; trial <= trials; trial += 1) {
    // The best so far has to be evaluated in full before the budget ends: only that can win.
    if (!(await session.affords(batchSize + dev.length))) {
      await evaluateBest();
      return session.endByBudget();
    }
    const sizes = questions.map(({ choices }) => choices.length);
    const choices = due.shift() ?? suggestChoices(observations, sizes, random);
    const program = built(problem.program, questions, choices);
    const known = tried.get(choices.join());
    const entry = known ?? {
      id: session.add(candidateOf(program, questions, choices)),
      choices,
      means: [],
      isFull: false,
    };
    tried.set(choices.join(), entry);
    session.tell(`trial ${trial} of ${trials}`);
    const scored = await session.score(program, shuffled(dev, random).slice(0, batchSize));
    const value = scored.reduce((sum, { score }) => sum + score, 0) / scored.length;
    entry.means.push(value);
    observations.push({ choices, value });
    const isDue = trial % trialsPerEvaluation === 0 || trial === trials;
    if (isDue || batchSize === dev.length) await evaluateBest();
    if (isDue && trial < trials) await proposeForBest();
  }
  for (let left = lastEvaluations; left > 0 && (await session.affords(dev.length)); left -= 1) await evaluateBest();
};

const built = (program: PromptProgram, questions: readonly Question[], choices: readonly number[]): PromptProgram => {
  const sectionOf = (of: Component): PromptProgram[Component] => {
    const chosen = questions.flatMap(({ part, about, choices: values }, place) =>
      part === of ? [[about, values[choices[place] ?? 0]]] : [],
    );
    return { ...program[of], ...Object.fromEntries(chosen) };
  };
  return { ...program, commands: sectionOf("commands"), slots: sectionOf("slots") };
};

const candidateOf = (program: PromptProgram, questions: readonly Question[], choices: readonly number[]) => ({
  program,
  parents: [0],
  origin: components
    .flatMap((of) => {
      const chosen = questions.flatMap(({ part, about, names }, place) => {
        const choice = choices[place] ?? 0;
        if (part !== of) return [];
        return choice === 0 ? [`present ${about}`] : [names[choice] ?? `instruction ${choice}`];
      });
      return chosen.length === 0 ? [] : [`${of}: ${chosen.join(", ")}`];
    })
    .join("; "),
});

const meanOf = ({ means }: Tried): number => means.reduce((sum, each) => sum + each, 0) / means.length;
