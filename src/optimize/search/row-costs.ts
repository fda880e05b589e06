import type { GenerateRequest } from "../../model/language-model.ts";
import { escapeData } from "../../model/prompt-data.ts";
import type { PromptProgram, PromptSection } from "../../understand/program.ts";
import { createModelUnderstander } from "../../understand/two-pass.ts";
import type { LabelledRow } from "../datasets/row.ts";
import { attemptsOf, type Cost, mostInput, mostOutput, priceOf, timesCost } from "./budget.ts";
import type { SearchProblem } from "./search.ts";

/** What asking about a row costs, before it is asked. */
export interface RowCosts {
  /** At most: both passes, each asked again because its answer was cut or unusable. */
  most(program: PromptProgram, row: LabelledRow): Promise<Cost>;
  /** Probably: what rows have cost so far, and more for longer prompts. */
  probable(program: PromptProgram, row: LabelledRow, before: CostsSoFar): Promise<Cost>;
}

export interface CostsSoFar {
  readonly soFar: Cost;
  /** Rows that were answered for it. */
  readonly answered: number;
}

const usualTries = 2;
/** An answer that was cut is asked for again with this many times the room. */
const moreRoom = 4;
/** A bad answer is shown to the model when it is asked again: up to 2,000 characters, and a sentence. */
const repairBytes = 8_400;
/** Characters of a prompt for one token, on the low side. */
const charactersPerToken = 3.5;
/** Tokens of an answer of understanding, on the high side. */
export const answerTokens = 120;

type Problem = Pick<SearchProblem, "program" | "student" | "budget" | "understanding">;

export const rowCosts = (problem: Problem): RowCosts => {
  const { student, budget, understanding = {} } = problem;
  const requests = new Map<string, { readonly request: GenerateRequest; readonly bytes: number }>();
  /** The request of the first pass, without the instruction: what depends on the row. */
  const around = async (row: LabelledRow) => {
    const found = requests.get(row.id);
    if (found !== undefined) return found;
    const request = await firstRequest(row, problem);
    const measured = { request, bytes: mostInput(request) - Buffer.byteLength(problem.program.commands.instruction) };
    requests.set(row.id, measured);
    return measured;
  };
  const tries = understanding.tries ?? usualTries;
  return {
    async most(program, row) {
      const { request, bytes } = await around(row);
      const first = bytes + sectionBytes(program.commands);
      const second = bytes + sectionBytes(program.slots) + Buffer.byteLength(JSON.stringify(row.context.flows));
      const input = tries * (first + second) + 2 * (tries - 1) * repairBytes;
      const room = tries === 1 ? 1 : 1 + moreRoom * (tries - 1);
      const output = 2 * room * mostOutput(student, request, budget);
      return {
        calls: attemptsOf(budget) * tries * 2,
        tokens: input + output,
        money: priceOf(student, { input, output }, budget),
      };
    },
    async probable(program, row, { soFar, answered }) {
      const { request } = await around(row);
      const before = mostInput(request);
      const now = before + sectionBytes(program.commands) - sectionBytes(problem.program.commands);
      const input = now / charactersPerToken;
      // What rows have cost so far says more than any estimate, but for the length of this program.
      if (answered > 0) return timesCost(soFar, Math.max(1, now / before) / answered);
      const money = priceOf(student, { input, output: answerTokens }, budget);
      return { calls: 1, tokens: input + answerTokens, money };
    },
  };
};

/** Both sections of a prompt are written like this (src/understand/prompt.ts). */
const sectionBytes = ({ instruction, demonstrations }: PromptSection): number =>
  demonstrations.reduce(
    (sum, { state, message, output }) =>
      sum + Buffer.byteLength(escapeData(state) + escapeData(message) + escapeData(output)) + 80,
    Buffer.byteLength(instruction),
  );

/** Built by the product, for a model that only listens. */
const firstRequest = async ({ message, context }: LabelledRow, problem: Problem): Promise<GenerateRequest> => {
  const heard: GenerateRequest[] = [];
  const listener = createModelUnderstander({
    ...problem.understanding,
    program: problem.program,
    model: {
      name: "listener",
      samples: false,
      generate: (request) => {
        heard.push(request);
        return Promise.resolve({ ok: false, code: "model.cancelled", message: "It only listens.", attempts: 0 });
      },
    },
  });
  await listener.understand({ message, context });
  return heard[0] ?? { messages: [] };
};
