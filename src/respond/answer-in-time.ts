import type { Usage } from "../domain/turn.ts";
import type { GenerateRequest, Generation, LanguageModel } from "../model/language-model.ts";
import type { Timers } from "../model/timers.ts";

export type TimelyAnswer = { readonly usage: Usage | null } & (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly message: string }
);

export interface AnswerLimits {
  readonly timers: Timers;
  readonly milliseconds: number;
  /** For question and answer together. */
  readonly tokens: number;
}

/** A whole answer within time and tokens, or why there is none. Also of a model that hangs or throws. */
export async function answerInTime(
  model: LanguageModel,
  request: Pick<GenerateRequest, "messages"> & { readonly maxOutputTokens: number },
  limits: AnswerLimits,
): Promise<TimelyAnswer> {
  const { timers, milliseconds } = limits;
  const cost = Math.ceil(request.messages.reduce((sum, { text }) => sum + text.length, 0) / 3.5);
  if (cost + request.maxOutputTokens > limits.tokens)
    return failed("model.out_of_budget", "The turn's tokens are used up.");
  if (milliseconds <= 0) return failed("model.timeout", "The turn's time is used up.");
  const over = new AbortController();
  const stopWaiting = new AbortController();
  try {
    const deadline = timers.now() + milliseconds;
    const generation = await Promise.race([
      model.generate({ ...request, deadline, signal: over.signal }),
      timers.sleep(milliseconds, stopWaiting.signal).then(() => null),
    ]);
    return answerOf(generation);
  } catch (error) {
    return failed("model.failed", error instanceof Error ? error.message : String(error));
  } finally {
    over.abort();
    stopWaiting.abort();
  }
}

function answerOf(generation: Generation | null): TimelyAnswer {
  if (generation === null) return failed("model.timeout", "The model did not answer in time.");
  if (!generation.ok) return failed(generation.code, generation.message);
  const { finish, usage, text } = generation;
  // Half a sentence may say the opposite of the whole.
  if (finish !== "stop") return { ok: false, code: "model.unusable_output", message: finish, usage };
  return { ok: true, text, usage };
}

const failed = (code: string, message: string): TimelyAnswer => ({ ok: false, code, message, usage: null });
