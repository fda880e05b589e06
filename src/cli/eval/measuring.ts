import { SoniError } from "../../engine/errors.ts";
import type { CandidateRun, RunLimits } from "../../optimize/evaluate/run-candidate.ts";
import type { Progress } from "./progress.ts";

/** What all parts of an evaluation share. */
export interface Measuring {
  readonly progress: Progress;
  readonly concurrency?: number;
  /** For so many questions. */
  readonly limits: (questions: number) => Pick<RunLimits, "maxErrors" | "concurrency">;
  readonly onAnswer: NonNullable<RunLimits["onAnswer"]>;
}

/** `5%` of the questions, or a number of them. */
export function parseMaxErrors(text: string): (questions: number) => number {
  const [, number = "", percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  if (number === "" || (percent === "" && !Number.isInteger(Number(number))))
    throw new SoniError("cli.bad_max_errors", `'${text}' is no number of errors. Write 20, or 5% of all questions.`);
  return percent === "%" ? (questions) => Math.floor((questions * Number(number)) / 100) : () => Number(number);
}

/** Scores of what is left would measure something else. */
export function tooManyErrors({ name, answers }: CandidateRun): SoniError {
  const failed = answers.flatMap(({ answer }) => (answer.kind === "failed" ? [answer] : []));
  const [first] = failed;
  const why =
    first === undefined
      ? ""
      : ` The first: ${first.code}, ${first.message
          .replace(/\s+/g, " ")
          .slice(0, 200)
          .replace(/[.!?]$/, "")}.`;
  return new SoniError(
    "evaluation.too_many_errors",
    `${name} did not answer ${failed.length} of ${answers.length} questions, so nothing is scored.${why} Answers so far are kept: run the same again to go on.`,
  );
}
