import type { Json, JsonObject } from "../../../src/engine/json.ts";
import { openAiModel } from "./openai-models.ts";
import { openAiSchemaRules, type SchemaPlace } from "./openai-schema-rules.ts";
import { tokensIn } from "./prompt-cache.ts";
import { isObject, listOf, type Rule, type ServiceRequest, textsIn, withBody, without } from "./rule.ts";

const reference = "https://platform.openai.com/docs/api-reference/chat/create";
const responsesReference = "https://platform.openai.com/docs/api-reference/responses/create";
const reasoningPage = "https://platform.openai.com/docs/guides/reasoning";
const jsonModePage = "https://platform.openai.com/docs/guides/structured-outputs#json-mode";
const errorsPage = "https://platform.openai.com/docs/guides/error-codes";
const cachingPage = "https://platform.openai.com/docs/guides/prompt-caching";

const modelOf = ({ body }: ServiceRequest) => openAiModel(String(body["model"] ?? ""));
const promptOf = ({ body }: ServiceRequest): string =>
  [...textsIn(body["instructions"]), ...textsIn(body["messages"]), ...textsIn(body["input"])].join("\n");
const reasoningModel = (sound: ServiceRequest, changes: JsonObject): ServiceRequest =>
  withBody(without(without(sound, "max_tokens"), "temperature"), { model: "gpt-5-mini", ...changes });

const authorization: Rule = {
  name: "a key is given",
  page: errorsPage,
  status: 401,
  refuses: ({ headers }) =>
    /^Bearer \S+$/.test(String(headers["authorization"] ?? "")) ? null : "You didn't provide an API key.",
  broken: (sound) => ({ ...sound, headers: {} }),
};

const modelGiven: Rule = {
  name: "a model is named",
  page: reference,
  refuses: ({ body }) => (typeof body["model"] === "string" ? null : "you must provide a model parameter"),
  broken: (sound) => without(sound, "model"),
};

const knownFields = (fields: readonly string[], page: string): Rule => ({
  name: "no argument is unknown",
  page,
  refuses: ({ body }) => {
    const unknown = Object.keys(body).find((field) => !fields.includes(field));
    return unknown === undefined ? null : `Unrecognized request argument supplied: ${unknown}`;
  },
  broken: (sound) => withBody(sound, { max_output_length: 5 }),
});

const temperature: Rule = {
  name: "no temperature for a model that reasons",
  page: reasoningPage,
  refuses: (request) => {
    const { body } = request;
    if (body["temperature"] === undefined && body["top_p"] === undefined) return null;
    const model = modelOf(request);
    const effort = body["reasoning_effort"] ?? (isObject(body["reasoning"]) ? body["reasoning"]["effort"] : undefined);
    if (!model.isReasoning || (model.samplesWithoutReasoning && effort === "none")) return null;
    return "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.";
  },
  broken: (sound) => reasoningModel(sound, { temperature: 0 }),
};

const temperatureRange: Rule = {
  name: "a temperature of 0 to 2",
  page: reference,
  refuses: ({ body }) => {
    const { temperature: value } = body;
    return value === undefined || (typeof value === "number" && value >= 0 && value <= 2)
      ? null
      : "Invalid 'temperature': decimal outside of the expected range 0 to 2.";
  },
  broken: (sound) => withBody(sound, { temperature: 3 }),
};

const effort = (read: (body: JsonObject) => Json | undefined, write: (value: string) => JsonObject): Rule => ({
  name: "an effort that the model has",
  page: reasoningPage,
  refuses: (request) => {
    const given = read(request.body);
    if (given === undefined) return null;
    const { efforts, isReasoning } = modelOf(request);
    if (!isReasoning) return "Unrecognized request argument supplied: reasoning_effort";
    return efforts.includes(String(given))
      ? null
      : `Unsupported value: '${String(given)}' is not supported with this model.`;
  },
  broken: (sound) => reasoningModel(sound, write("xhigh")),
});

/** Answers are cut at the limit of the model, so a larger one is a mistake. */
const outputLimit = (field: string, least: number, page: string): Rule => ({
  name: `${field} within the limits of the model`,
  page,
  refuses: (request) => {
    const given = request.body[field];
    if (given === undefined) return null;
    if (typeof given !== "number" || !Number.isInteger(given) || given < least)
      return `Invalid '${field}': integer below minimum value. Expected a value >= ${least}.`;
    const { mostOutputTokens } = modelOf(request);
    return given > mostOutputTokens
      ? `${field} is too large: ${given}. This model supports at most ${mostOutputTokens} completion tokens.`
      : null;
  },
  broken: (sound) => withBody(without(sound, "max_tokens"), { [field]: 1_000_000 }),
});

const contextLength: Rule = {
  name: "a prompt that fits in the context",
  page: errorsPage,
  refuses: (request) => {
    const { contextTokens } = modelOf(request);
    const used = tokensIn(promptOf(request));
    return used > contextTokens
      ? `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ${used} tokens.`
      : null;
  },
  broken: (sound) => {
    const text = "word ".repeat(130_000);
    return withBody(sound, {
      model: "gpt-4o",
      ...(sound.body["messages"] === undefined
        ? { input: [{ role: "user", content: text }] }
        : { messages: [{ role: "user", content: text }] }),
    });
  },
};

const saysJson = (formatOf: (body: JsonObject) => Json | undefined, write: JsonObject, prompt: JsonObject): Rule => ({
  name: "JSON mode is asked for in words too",
  page: jsonModePage,
  refuses: (request) =>
    formatOf(request.body) === "json_object" && !/json/i.test(promptOf(request))
      ? "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
      : null,
  broken: (sound) => withBody(sound, { ...write, ...prompt }),
});

const cacheKey: Rule = {
  name: "a prompt_cache_key of at most 64 characters",
  page: cachingPage,
  refuses: ({ body }) =>
    String(body["prompt_cache_key"] ?? "").length > 64 ? "Invalid 'prompt_cache_key': string too long." : null,
  broken: (sound) => withBody(sound, { prompt_cache_key: "k".repeat(65) }),
};

const chatRoles = ["developer", "system", "user", "assistant", "tool"];

const chatMessages: readonly Rule[] = [
  {
    name: "there are messages",
    page: reference,
    refuses: ({ body }) =>
      listOf(body["messages"]).length > 0
        ? null
        : "Invalid 'messages': empty array. Expected an array with minimum length 1.",
    broken: (sound) => withBody(sound, { messages: [] }),
  },
  {
    name: "messages have a known role",
    page: reference,
    refuses: ({ body }) =>
      listOf(body["messages"]).every((each) => isObject(each) && chatRoles.includes(String(each["role"])))
        ? null
        : "Invalid value for 'messages[0].role'.",
    broken: (sound) => withBody(sound, { messages: [{ role: "model", content: "hello" }] }),
  },
  {
    name: "messages have content",
    page: reference,
    refuses: ({ body }) =>
      listOf(body["messages"]).every((each) => textsIn(each).join("") !== "")
        ? null
        : "Invalid value for 'content': expected a string, got null.",
    broken: (sound) => withBody(sound, { messages: [{ role: "user", content: "" }] }),
  },
];

const chatFields =
  "model messages max_tokens max_completion_tokens temperature top_p n stop seed user store metadata response_format reasoning_effort verbosity stream stream_options prompt_cache_key prompt_cache_retention prompt_cache_options service_tier safety_identifier frequency_penalty presence_penalty logit_bias logprobs top_logprobs tools tool_choice parallel_tool_calls prediction".split(
    " ",
  );

const chatFormat = (body: JsonObject): JsonObject | null =>
  isObject(body["response_format"]) ? body["response_format"] : null;

const chatSchema: SchemaPlace = {
  read: (body) => {
    const schema = chatFormat(body)?.["json_schema"];
    return isObject(schema) ? schema : null;
  },
  write: (body, json_schema) => ({ ...body, response_format: { type: "json_schema", json_schema } }),
};

const maxTokens: Rule = {
  name: "max_completion_tokens instead of max_tokens for a model that reasons",
  page: reference,
  refuses: (request) =>
    request.body["max_tokens"] !== undefined && modelOf(request).isReasoning
      ? "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
      : null,
  broken: (sound) => reasoningModel(sound, { max_tokens: 100 }),
};

const noJsonWord: JsonObject = { messages: [{ role: "user", content: "hello" }] };

/** Chat Completions of OpenAI. */
export const openAiChatRules: readonly Rule[] = [
  authorization,
  modelGiven,
  knownFields(chatFields, reference),
  ...chatMessages,
  maxTokens,
  outputLimit("max_tokens", 1, reference),
  outputLimit("max_completion_tokens", 1, reference),
  temperatureRange,
  temperature,
  effort(
    (body) => body["reasoning_effort"],
    (value) => ({ reasoning_effort: value }),
  ),
  cacheKey,
  saysJson((body) => chatFormat(body)?.["type"], { response_format: { type: "json_object" } }, noJsonWord),
  contextLength,
  ...openAiSchemaRules(chatSchema),
];

const responsesFields =
  "model input instructions max_output_tokens temperature top_p text reasoning store metadata include stream prompt_cache_key prompt_cache_retention prompt_cache_options service_tier safety_identifier user truncation tools tool_choice parallel_tool_calls previous_response_id max_tool_calls top_logprobs".split(
    " ",
  );

const responsesFormat = (body: JsonObject): JsonObject | null => {
  const text = isObject(body["text"]) ? body["text"] : {};
  return isObject(text["format"]) ? text["format"] : null;
};

const responsesSchema: SchemaPlace = {
  read: (body) => {
    const format = responsesFormat(body);
    return format?.["type"] === "json_schema" ? format : null;
  },
  write: (body, format) => ({ ...body, text: { format: { ...format, type: "json_schema" } } }),
};

/** The Responses protocol of OpenAI. */
export const openAiResponsesRules: readonly Rule[] = [
  authorization,
  modelGiven,
  knownFields(responsesFields, responsesReference),
  {
    name: "there is input",
    page: responsesReference,
    refuses: ({ body }) => (textsIn(body["input"]).length > 0 ? null : "Missing required parameter: 'input'."),
    broken: (sound) => without(sound, "input"),
  },
  outputLimit("max_output_tokens", 16, responsesReference),
  temperatureRange,
  temperature,
  effort(
    (body) => (isObject(body["reasoning"]) ? body["reasoning"]["effort"] : undefined),
    (value) => ({ reasoning: { effort: value } }),
  ),
  cacheKey,
  saysJson(
    (body) => responsesFormat(body)?.["type"],
    { text: { format: { type: "json_object" } } },
    { input: [{ role: "user", content: "hello" }], instructions: "Be brief." },
  ),
  contextLength,
  ...openAiSchemaRules(responsesSchema),
];
