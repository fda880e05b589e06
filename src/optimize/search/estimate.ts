import { familyOf } from "../../model/model-family.ts";
import { costOf } from "../../model/prices.ts";
import { vocabularyOf } from "../../understand/vocabulary.ts";
import { components } from "./ask-row.ts";
import { bootstrapSizes } from "./bootstrap.ts";
import { modelNameOf } from "./budget.ts";
import { looksPerPlace, triesPerPlace } from "./demonstration-sets.ts";
import { mostReflections, reflectedRows, rollouts } from "./gepa.ts";
import {
  fewRows,
  lastEvaluations,
  miniBatch,
  miproDemonstrations,
  miproSizes,
  rowsPerLook,
  trialCount,
  trialsPerEvaluation,
} from "./mipro.ts";
import { mostLooks } from "./propose.ts";
import { answerTokens, rowCosts } from "./row-costs.ts";
import type { SearchName, SearchProblem } from "./search.ts";

/** What a search without limits is likely to take. It errs on the high side: rows that are asked twice are paid for once. */
export interface Estimate {
  readonly calls: number;
  /** Of the calls, those to the writer. */
  readonly writerCalls: number;
  readonly tokens: number;
  /** US dollars; null if a price is not known. */
  readonly money: number | null;
  /** Nobody knows how fast a model is before it was asked: with the usual seconds. */
  readonly minutes: number;
}

/** What a hosted model takes for a short answer, and for an instruction. */
export const usualSeconds = { answer: 2, text: 10 };
const usualConcurrency = 8;

/** How long that many answers take if `together` of them are asked for at a time. */
export const minutesFor = (answers: number, together = usualConcurrency): number =>
  (answers * usualSeconds.answer) / together / 60;

/** In a request to the writer: an instruction, some lines about the data and a few rows in their situations; and an instruction in its answer. */
const writing = { input: 2_000, output: 800 };
/** Of an assistant that is not small, about this share of the messages starts a flow and says more. */
const secondPasses = 0.33;
const usualMaxFlows = 20;

export const estimateSearch = async (name: SearchName, problem: SearchProblem): Promise<Estimate> => {
  const { student, writer, program, budget, understanding = {} } = problem;
  const [row] = problem.dev;
  if (row === undefined) return { calls: 0, writerCalls: 0, tokens: 0, money: 0, minutes: 0 };
  const { isSmall } = vocabularyOf(row.context, understanding.maxFlows ?? usualMaxFlows);
  const { rows, written, together = usualConcurrency } = asked[name](problem, isSmall ? 1 : components.length);
  const calls = Math.ceil(rows * (isSmall ? 1 : 1 + secondPasses));
  const { tokens } = await rowCosts(problem).probable(program, row, {
    soFar: { calls: 0, tokens: 0, money: 0 },
    answered: 0,
  });
  // An instruction is worth all the thinking that there is room for.
  const output = writing.output + familyOf(modelNameOf(writer)).thinkingTokens;
  const costs = [
    costOf(modelNameOf(student), plain(calls * (tokens - answerTokens), calls * answerTokens), budget.prices),
    costOf(modelNameOf(writer), plain(written * writing.input, written * output), budget.prices),
  ];
  return {
    calls: calls + written,
    writerCalls: written,
    tokens: Math.ceil(calls * tokens + written * (writing.input + output)),
    money: costs.reduce<number | null>((sum, cost) => (sum === null || cost === undefined ? null : sum + cost), 0),
    minutes:
      minutesFor(calls, Math.min(together, problem.concurrency ?? usualConcurrency)) +
      (written * usualSeconds.text) / 60,
  };
};

const plain = (input: number, output: number) => ({ input, cachedInput: 0, cacheWrite: 0, output });

interface Asked {
  /** Rows that the student answers. */
  readonly rows: number;
  /** Texts of the writer. */
  readonly written: number;
  /** Rows that are asked at the same time, where that is fewer than there may be. */
  readonly together?: number;
}

/** `parts`: a small assistant has no second pass to improve. */
const asked: Readonly<Record<SearchName, (problem: SearchProblem, parts: number) => Asked>> = {
  bootstrap: ({ dev, train, effort }) => {
    const { sets, labelled, bootstrapped } = bootstrapSizes[effort];
    const looks = Math.min(train.length, looksPerPlace * labelled);
    return { rows: dev.length * (1 + sets) + looks + (sets - 2) * triesPerPlace * bootstrapped, written: 0 };
  },
  mipro: ({ dev, train, effort }, parts) => {
    const { sets, instructions } = miproSizes[effort];
    const trials = trialCount(2 * parts, sets);
    const evaluations = Math.ceil(trials / trialsPerEvaluation);
    const batch = dev.length > fewRows ? miniBatch : dev.length;
    const looks = Math.min(train.length, looksPerPlace * miproDemonstrations);
    const teaching = (sets - 2) * triesPerPlace * miproDemonstrations;
    // What is evaluated in full has answered at least one mini-batch before.
    const full = dev.length + (evaluations + lastEvaluations) * (dev.length - batch);
    return {
      rows: full + trials * batch + looks + teaching + (evaluations - 1) * rowsPerLook,
      written: mostLooks + parts * (instructions - 1 + evaluations - 1),
    };
  },
  gepa: ({ dev, effort }) => {
    const written = Math.ceil(mostReflections(effort, dev.length));
    return { rows: rollouts(effort, dev.length), written, together: reflectedRows };
  },
};
