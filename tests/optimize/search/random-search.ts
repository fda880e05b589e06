import { shuffled } from "../../../src/optimize/metrics/random.ts";
import { components } from "../../../src/optimize/search/ask-row.ts";
import { type Demonstration, labelledDemonstration } from "../../../src/optimize/search/demonstrations.ts";
import { readInstruction } from "../../../src/optimize/search/instruction.ts";
import type { SearchOutcome, SearchProblem } from "../../../src/optimize/search/search.ts";
import { runSearch, type Session } from "../../../src/optimize/search/session.ts";
import type { PromptProgram } from "../../../src/understand/program.ts";
import type { Knobs } from "../simulated-models/attainable.ts";

/**
 * What the optimisers have to beat at equal calls: instructions that are written without any knowledge of what goes wrong, and
 * demonstrations that are drawn from the labels. Each program is evaluated in full, and the best is kept.
 */
export const randomSearch = (problem: SearchProblem, knobs: Knobs): Promise<SearchOutcome> =>
  runSearch("mipro", problem, async (session) => {
    for (let number = 1; ; number += 1) {
      let program = problem.program;
      for (const part of components) {
        const instruction = knobs.advice ? await blindInstruction(session, program[part].instruction, number) : null;
        const demonstrations = await drawn(session, part, knobs.demonstrations);
        program = {
          ...program,
          [part]: {
            instruction: instruction ?? program[part].instruction,
            demonstrations: knobs.demonstrations === 0 ? program[part].demonstrations : demonstrations,
          },
        };
      }
      await session.evaluate(session.add({ program, parents: [0], origin: `random ${number}` }));
    }
  });

const blindInstruction = async (session: Session, present: string, number: number): Promise<string | null> => {
  const written = await session.write(
    `<present_instruction>\n${present}\n</present_instruction>\n\nWrite a better instruction, number ${number}, between \`\`\` and \`\`\`.`,
  );
  const read = readInstruction(written ?? "");
  return read.ok ? read.text : null;
};

const drawn = async (
  { problem, train, random }: Session,
  part: keyof PromptProgram & (typeof components)[number],
  most: number,
): Promise<readonly Demonstration[]> => {
  const found: Demonstration[] = [];
  const { program, understanding = {}, budget } = problem;
  for (const row of shuffled(train, random)) {
    if (found.length >= most) break;
    const one = (await labelledDemonstration(row, { program, understanding, time: budget.time }))?.[part];
    if (one !== undefined) found.push(one);
  }
  return found;
};
