import type { Usage } from "../engine/state/turn.ts";
import type { GenerateRequest, LanguageModel, OutputSchema, PromptMessage } from "../model/language-model.ts";
import { estimateTokens, type TurnBudget } from "./budget.ts";
import { addUsage, noUsage } from "./usage.ts";

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

export interface Question<Value> {
  readonly messages: readonly PromptMessage[];
  readonly schema: OutputSchema;
  parse(output: string): Parsed<Value>;
}

export interface AskOptions {
  readonly model: LanguageModel;
  readonly budget: TurnBudget;
  readonly maxOutputTokens: number;
  /** How often to ask when the answer is unusable. */
  readonly tries: number;
  readonly signal?: AbortSignal;
}

export type Answer<Value> = { readonly usage: Usage } & (
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string; readonly message: string }
);

/** Comes after the data, so that the cacheable prefix stays the same. */
const reminder: PromptMessage = {
  role: "user",
  text: "Your last answer was not usable. Answer again: one complete JSON object of the given shape, nothing else.",
};

/** Asks until the answer can be used or the budget is spent. The model layer already retried what was not an answer. */
export const askModel = async <Value>(question: Question<Value>, options: AskOptions): Promise<Answer<Value>> => {
  let usage = noUsage;
  let reason = "empty";
  for (let number = 1; number <= options.tries; number += 1) {
    const request = requestOf(question, options, number);
    const cost = estimateTokens(request.messages.map((message) => message.text));
    if (cost + options.maxOutputTokens > options.budget.tokensLeft())
      return { ok: false, code: "model.out_of_budget", message: "The turn's tokens are used up.", usage };
    const generation = await options.model.generate(request);
    if (!generation.ok) return { ok: false, code: generation.code, message: generation.message, usage };
    usage = addUsage(usage, generation.usage);
    options.budget.spend(generation.usage);
    // A cut answer may parse by accident and lack its last, perhaps decisive, command.
    const parsed: Parsed<Value> =
      generation.finish === "length" || generation.finish === "refusal"
        ? { ok: false, reason: generation.finish }
        : question.parse(generation.text);
    if (parsed.ok) return { ok: true, value: parsed.value, usage };
    reason = parsed.reason;
  }
  return { ok: false, code: "model.unusable_output", message: reason, usage };
};

const requestOf = <Value>(question: Question<Value>, options: AskOptions, number: number): GenerateRequest => ({
  messages: number === 1 ? question.messages : [...question.messages, reminder],
  schema: question.schema,
  maxOutputTokens: options.maxOutputTokens,
  deadline: options.budget.deadline,
  ...(options.signal === undefined ? {} : { signal: options.signal }),
});
