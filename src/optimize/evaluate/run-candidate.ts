import type { LabelledRow } from "../datasets/row.ts";
import type { Answer, Candidate } from "./candidate.ts";

export interface AnsweredRow {
  readonly row: LabelledRow;
  readonly repeat: number;
  readonly answer: Answer;
}

export interface CandidateRun {
  readonly name: string;
  /** Every question that was asked, in the order of the rows. */
  readonly answers: readonly AnsweredRow[];
  /** Why it ended before its time; then nothing may be scored. */
  readonly stopped: "too_many_errors" | "interrupted" | null;
}

export interface RunLimits {
  readonly concurrency?: number;
  readonly repeats?: number;
  /** With one failure more the run stops. */
  readonly maxErrors: number;
  readonly signal?: AbortSignal;
  readonly onAnswer?: (answered: AnsweredRow) => void;
}

/** Asks a candidate about every row, several at a time. Each failure is counted, and none is scored. */
export const runCandidate = async (
  candidate: Candidate,
  rows: readonly LabelledRow[],
  limits: RunLimits,
): Promise<CandidateRun> => {
  const { repeats = 1, concurrency = candidate.concurrency, maxErrors } = limits;
  const questions = rows.flatMap((row) => Array.from({ length: repeats }, (_, repeat) => ({ row, repeat })));
  const answers = new Map<number, AnsweredRow>();
  const stop = new AbortController();
  const signal = limits.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, limits.signal]);
  let next = 0;
  let errors = 0;
  let stopped: CandidateRun["stopped"] = null;
  const work = async (): Promise<void> => {
    while (next < questions.length && !signal.aborted) {
      const at = next;
      next += 1;
      const question = questions[at];
      if (question === undefined) return;
      const { message, context } = question.row;
      const answer = await askSafely(candidate, { message, context, repeat: question.repeat, signal });
      // What the end of the run cut off is no failure of the candidate.
      if (signal.aborted && answer.kind === "failed") return;
      const answered = { ...question, answer };
      answers.set(at, answered);
      limits.onAnswer?.(answered);
      if (answer.kind === "failed") errors += 1;
      if (errors <= maxErrors) continue;
      stopped = "too_many_errors";
      stop.abort();
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, questions.length) }, work));
  if (stopped === null && limits.signal?.aborted === true) stopped = "interrupted";
  return {
    name: candidate.name,
    answers: [...answers].sort(([a], [b]) => a - b).map(([, answered]) => answered),
    stopped,
  };
};

/** A candidate of a project may throw. */
const askSafely = async (candidate: Candidate, question: Parameters<Candidate["ask"]>[0]): Promise<Answer> => {
  try {
    return await candidate.ask(question);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "failed", code: "understander.failed", message, calls: [] };
  }
};
