import type { Usage } from "../engine/state/turn.ts";
import type {
  GenerateRequest,
  LanguageModel,
  ModelPurpose,
  OutputSchema,
  PromptMessage,
} from "../model/language-model.ts";
import { estimateTokens, type TurnBudget } from "./budget.ts";
import { addUsage, noUsage } from "./usage.ts";

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

export interface Question<Value> {
  readonly messages: readonly PromptMessage[];
  readonly schema: OutputSchema;
  readonly purpose: ModelPurpose;
  readonly cacheKey?: string;
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
  | { readonly ok: false; readonly code: string; readonly message: string; readonly detail?: string }
);

/** Long enough to see what is wrong with an answer. */
const longestShown = 2_000;
/** An answer that was cut is asked for again with this many times the room. */
const moreRoom = 4;

/**
 * Asks until the answer can be used or the budget is spent. The model layer already retried what was not an answer. Nothing is asked
 * twice in the same way: a model that refused would refuse again, one that ran out of room gets more of it, and one that wrote
 * something unusable is shown what it wrote.
 */
export const askModel = async <Value>(question: Question<Value>, options: AskOptions): Promise<Answer<Value>> => {
  let usage = noUsage;
  let reason = "empty";
  let { maxOutputTokens } = options;
  let { messages } = question;
  for (let number = 1; number <= options.tries; number += 1) {
    const cost = estimateTokens(messages.map((message) => message.text));
    if (cost + maxOutputTokens > options.budget.tokensLeft())
      return { ok: false, code: "model.out_of_budget", message: "The turn's tokens are used up.", usage };
    const generation = await options.model.generate(requestOf(question, options, { messages, maxOutputTokens }));
    if (!generation.ok) {
      const { code, message, detail } = generation;
      return { ok: false, code, message, usage, ...(detail === undefined ? {} : { detail }) };
    }
    usage = addUsage(usage, generation.usage);
    options.budget.spend(generation.usage);
    if (generation.finish === "refusal") return { ok: false, code: "model.unusable_output", message: "refusal", usage };
    // A cut answer may parse by accident and lack its last, perhaps decisive, command.
    const isCut = generation.finish === "length";
    const parsed: Parsed<Value> = isCut ? { ok: false, reason: "length" } : question.parse(generation.text);
    if (parsed.ok) return { ok: true, value: parsed.value, usage };
    reason = parsed.reason;
    if (isCut) maxOutputTokens *= moreRoom;
    else messages = [...question.messages, ...repair(generation.text, reason)];
  }
  return { ok: false, code: "model.unusable_output", message: reason, usage };
};

/** Comes after the data, so that the cacheable prefix stays the same, and as a reply to the bad answer: roles have to alternate. */
const repair = (answer: string, reason: string): readonly PromptMessage[] => {
  const shown = answer.trim().slice(0, longestShown);
  return [
    { role: "assistant", text: shown === "" ? "(nothing)" : shown },
    {
      role: "user",
      text: `That answer was not usable (${reason}). Answer the same question again: one complete JSON object of the given shape, nothing else.`,
    },
  ];
};

const requestOf = <Value>(
  question: Question<Value>,
  options: AskOptions,
  { messages, maxOutputTokens }: Pick<GenerateRequest, "messages" | "maxOutputTokens">,
): GenerateRequest => ({
  messages,
  schema: question.schema,
  purpose: question.purpose,
  ...(question.cacheKey === undefined ? {} : { cacheKey: question.cacheKey }),
  ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  deadline: options.budget.deadline,
  ...(options.signal === undefined ? {} : { signal: options.signal }),
});
