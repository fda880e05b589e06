import { z } from "zod";
import type { TurnResult } from "../../engine/state/public-state.ts";
import { type Problem, problemCodes } from "../problem.ts";
import { ChatMessage } from "./said-text.ts";

/** As much of OpenAI's chat completions as a conversation has use for. What else clients send is ignored. */

export const ChatRequest = z
  .looseObject({
    model: z.string().optional().meta({ description: "Any: there is one assistant." }),
    messages: z.array(ChatMessage).min(1).meta({ description: "Only the last one of role `user` counts." }),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    user: z.string().nullish().meta({ description: "Without an id, each user has one conversation." }),
    metadata: z
      .looseObject({
        conversation_id: z.string().optional().meta({ description: "Which conversation it belongs to." }),
      })
      .nullish(),
  })
  .meta({ id: "ChatRequest" });
export type ChatRequest = z.infer<typeof ChatRequest>;

const UsageSchema = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });
const head = { id: z.string(), created: z.int(), model: z.string() };

export const ChatCompletion = z
  .object({
    ...head,
    object: z.literal("chat.completion"),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal("assistant"), content: z.string(), refusal: z.null() }),
        finish_reason: z.literal("stop"),
        logprobs: z.null(),
      }),
    ),
    usage: UsageSchema,
  })
  .meta({ id: "ChatCompletion" });

const ModelSchema = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.int(),
  owned_by: z.string(),
});
export const ModelList = z.object({ object: z.literal("list"), data: z.array(ModelSchema) }).meta({ id: "ModelList" });

/** What is called a model there is the assistant here. */
export const modelName = "soni";

type Usage = z.infer<typeof UsageSchema>;

export const usageOf = ({ usage }: Pick<TurnResult, "usage">): Usage => {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
};

/** OpenAI's clients read errors in this form, and show the message. */
export const ChatError = z
  .object({ error: z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.enum(problemCodes) }) })
  .meta({ id: "ChatError" });

export const errorOf = ({ status, detail, code }: Problem): z.infer<typeof ChatError> => ({
  error: {
    message: detail,
    type: status === 401 ? "authentication_error" : status >= 500 ? "server_error" : "invalid_request_error",
    param: null,
    code,
  },
});
