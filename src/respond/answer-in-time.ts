import type { Usage } from "../engine/state/turn.ts";
import type { Time } from "../engine/time.ts";
import type { GenerateRequest, Generation, LanguageModel } from "../model/language-model.ts";
import { type Caller, callProjectCode } from "../project-code/call-project-code.ts";
import { plainObject, type Reading } from "../project-code/plain-copy.ts";

export type TimelyAnswer = { readonly usage: Usage | null } & (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly message: string }
);

export interface AnswerLimits {
  readonly time: Time;
  readonly milliseconds: number;
  /** For question and answer together. */
  readonly tokens: number;
  /** The turn that waits for it. */
  readonly caller?: AnswerCaller | undefined;
}

export type AnswerCaller = Pick<Caller, "conversationId" | "messageId" | "log">;

const nobody: AnswerCaller = { conversationId: null, messageId: null, log: () => undefined };

/**
 * A whole answer within time and tokens, or why there is none. Also of a model that hangs or throws. `onText` gets the pieces as
 * they come; of a model that does not stream, all at once.
 */
export async function answerInTime(
  model: LanguageModel,
  request: Pick<GenerateRequest, "messages"> & { readonly maxOutputTokens: number },
  { onText, ...limits }: AnswerLimits & { readonly onText?: (piece: string) => void },
): Promise<TimelyAnswer> {
  const { time, milliseconds, caller = nobody } = limits;
  const cost = Math.ceil(request.messages.reduce((sum, { text }) => sum + text.length, 0) / 3.5);
  if (cost + request.maxOutputTokens > limits.tokens)
    return failed("model.out_of_budget", "The turn's tokens are used up.");
  if (milliseconds <= 0) return failed("model.timeout", "The turn's time is used up.");
  const deadline = time.now() + milliseconds;
  let isOver = false;
  // A model of the project may give anything, at any time.
  const take = (piece: string): void => {
    if (!isOver && typeof piece === "string") onText?.(piece);
  };
  const run = ({ signal }: { readonly signal: AbortSignal }) =>
    onText !== undefined && model.stream !== undefined
      ? model.stream({ ...request, deadline, signal }, take)
      : model.generate({ ...request, deadline, signal });
  const called = await callProjectCode(
    { port: "writing_model", name: model.name, run, read: readGeneration },
    { ...caller, time, deadline },
  );
  isOver = true;
  if (called.ok) {
    const { value } = called;
    if (value.ok && value.finish === "stop" && model.stream === undefined) onText?.(value.text);
    return answerOf(value);
  }
  return called.code === "timeout"
    ? failed("model.timeout", "The model did not answer in time.")
    : failed("model.failed", called.message);
}

/** A model of the project may answer anything. */
function readGeneration(answer: unknown): Reading<Generation> {
  const plain = plainObject(answer);
  if (!plain.ok) return plain;
  const { ok, text, finish, usage, code, message } = plain.value;
  const isAnswer = ok === true && typeof text === "string" && typeof finish === "string" && isObject(usage);
  const isFailure = ok === false && typeof code === "string" && typeof message === "string";
  return isAnswer || isFailure
    ? { ok: true, value: plain.value as unknown as Generation }
    : { ok: false, code: "bad_result", message: "it is neither an answer with text, finish and usage nor a failure" };
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function answerOf(generation: Generation): TimelyAnswer {
  if (!generation.ok) return failed(generation.code, generation.message);
  const { finish, usage, text } = generation;
  // Half a sentence may say the opposite of the whole.
  if (finish !== "stop") return { ok: false, code: "model.unusable_output", message: finish, usage };
  return { ok: true, text, usage };
}

const failed = (code: string, message: string): TimelyAnswer => ({ ok: false, code, message, usage: null });
