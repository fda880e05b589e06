import { expect, it } from "vitest";
import type { LanguageModel } from "../../../src/model/language-model.ts";
import { askRow } from "../../../src/optimize/search/ask-row.ts";
import type { PromptProgram } from "../../../src/understand/program.ts";
import { simulatedProblem, simulatedRows } from "./simulation.ts";

const { program, student, understanding, budget, train } = simulatedProblem(
  "both",
  3,
  await simulatedRows(3, { train: 12, dev: 1, test: 0 }),
);
const [row] = train;
if (row === undefined) throw new Error("there are no rows");

it("a program that needs more than a turn's tokens is asked nothing, as in the product, and the feedback says so", async () => {
  let calls = 0;
  const model: LanguageModel = {
    ...student,
    generate(request) {
      calls += 1;
      return student.generate(request);
    },
  };
  const long: PromptProgram = {
    ...program,
    commands: { ...program.commands, instruction: program.commands.instruction.repeat(3) },
  };
  const ask = (asked: PromptProgram, tokensPerTurn: number) =>
    askRow(row, { model, program: asked, understanding: { ...understanding, tokensPerTurn }, time: budget.time });
  expect(await ask(program, 3_000)).toMatchObject({ kind: "answered", refused: [] });
  expect(calls).toBeGreaterThan(0);
  calls = 0;
  expect(await ask(long, 3_000)).toMatchObject({
    kind: "answered",
    commands: [],
    refused: ["the commands pass, which is longer than a turn's tokens allow"],
  });
  expect(calls).toBe(0);
  expect(await ask(long, 30_000)).toMatchObject({ kind: "answered", refused: [] });
});
