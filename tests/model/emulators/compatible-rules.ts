import type { JsonObject } from "../../../src/engine/json.ts";
import { isObject, listOf, type Rule, type ServiceRequest, textsIn, withBody, without } from "./rule.ts";

const vllm = "https://docs.vllm.ai/en/latest/serving/openai_compatible_server/";
const llamaServer = "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md";
const deepseek = "https://api-docs.deepseek.com/guides/json_mode";
const mistral = "https://docs.mistral.ai/api/endpoint/chat";

const rolesOf = ({ body }: ServiceRequest): readonly string[] =>
  listOf(body["messages"]).map((each) => (isObject(each) ? String(each["role"]) : ""));
const formatOf = ({ body }: ServiceRequest): JsonObject | null =>
  isObject(body["response_format"]) ? body["response_format"] : null;
const hello = { role: "user", content: "hello" };
const jsonSchema: JsonObject = { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" } } };

/** All of these servers. */
const common: readonly Rule[] = [
  {
    name: "there are messages",
    page: vllm,
    refuses: (request) => (rolesOf(request).length === 0 ? "messages: at least one message is required" : null),
    broken: (sound) => withBody(sound, { messages: [] }),
  },
  {
    name: "the last message is the user's",
    page: vllm,
    refuses: (request) =>
      rolesOf(request).at(-1) === "user" ? null : "Cannot add a generation prompt after an assistant message.",
    broken: (sound) => withBody(sound, { messages: [hello, { role: "assistant", content: "hi" }] }),
  },
  {
    name: "the developer role is unknown",
    page: vllm,
    refuses: (request) => (rolesOf(request).includes("developer") ? "Unexpected message role." : null),
    broken: (sound) => withBody(sound, { messages: [{ role: "developer", content: "x" }, hello] }),
  },
  {
    // The chat templates of Mistral and Gemma raise this error; servers pass it on.
    name: "roles alternate after the instructions",
    page: vllm,
    refuses: (request) => {
      const roles = rolesOf(request).filter((role, index) => index > 0 || role !== "system");
      return roles.some((role, index) => role !== (index % 2 === 0 ? "user" : "assistant"))
        ? "Conversation roles must alternate user/assistant/user/assistant/..."
        : null;
    },
    broken: (sound) => withBody(sound, { messages: [hello, hello] }),
  },
];

const noSystem: Rule = {
  name: "there is no system role",
  page: "https://huggingface.co/google/gemma-2-9b-it#chat-template",
  refuses: (request) => (rolesOf(request).includes("system") ? "System role not supported" : null),
  broken: (sound) => withBody(sound, { messages: [{ role: "system", content: "x" }, hello] }),
};

const saysJson: Rule = {
  name: "JSON mode is asked for in words too",
  page: deepseek,
  refuses: (request) =>
    formatOf(request)?.["type"] === "json_object" && !/json/i.test(textsIn(request.body["messages"]).join("\n"))
      ? "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'."
      : null,
  broken: (sound) => withBody(sound, { messages: [hello], response_format: { type: "json_object" } }),
};

const noSchema = (status: number): Rule => ({
  name: `there is no json_schema (${status})`,
  page: deepseek,
  status,
  refuses: (request) =>
    formatOf(request)?.["type"] === "json_schema" ? "This response_format type is unavailable now" : null,
  broken: (sound) => withBody(sound, { response_format: jsonSchema }),
});

const noStrict: Rule = {
  name: "strict is unknown",
  page: mistral,
  status: 422,
  refuses: (request) => {
    const schema = formatOf(request)?.["json_schema"];
    return isObject(schema) && schema["strict"] === true
      ? "response_format.json_schema.strict: Extra inputs are not permitted"
      : null;
  },
  broken: (sound) =>
    withBody(sound, { response_format: { type: "json_schema", json_schema: { name: "a", schema: {}, strict: true } } }),
};

const noFormat = (status: number): Rule => ({
  name: `response_format is unknown (${status})`,
  page: llamaServer,
  status,
  refuses: (request) =>
    request.body["response_format"] === undefined ? null : "'response_format' is not supported by this backend",
  broken: (sound) => withBody(sound, { response_format: { type: "json_object" } }),
});

const noMaxTokens: Rule = {
  name: "max_completion_tokens instead of max_tokens",
  page: "https://learn.microsoft.com/en-us/azure/ai-foundry/openai/how-to/reasoning",
  refuses: ({ body }) =>
    body["max_tokens"] === undefined
      ? null
      : "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  broken: (sound) => withBody(sound, { max_tokens: 10 }),
};

/** Servers of different abilities that all speak OpenAI's Chat Completions. */
export const compatibleServers = {
  /** vLLM with a recent model: everything there is. */
  full: [...common, saysJson],
  noSystem: [...common, noSystem, saysJson],
  noStrict: [...common, noStrict, saysJson],
  jsonOnly: [...common, noSchema(400), saysJson],
  jsonOnly422: [...common, noSchema(422), saysJson],
  plain: [...common, noFormat(400)],
  plain500: [...common, noFormat(500)],
  plain501: [...common, noFormat(501)],
  plainNoSystem: [...common, noSystem, noFormat(422)],
  /** A gateway in front of a model that reasons, under a name that does not say so. */
  reasoning: [...common, noMaxTokens, saysJson],
} as const satisfies Readonly<Record<string, readonly Rule[]>>;

export type CompatibleServer = keyof typeof compatibleServers;

/** A request that every one of these servers takes. */
export const plainRequest = (sound: ServiceRequest): ServiceRequest =>
  without(without(withBody(sound, { messages: [hello] }), "max_tokens"), "response_format");
