import type { Json, JsonObject } from "../../../src/engine/json.ts";
import { isObject, listOf, type Rule, type ServiceRequest, textsIn, withBody, without } from "./rule.ts";
import { isObjectSchema, isUnion, lostReference, nodesOf, propertiesOf, type SchemaNode } from "./schema-walk.ts";

const reference = "https://platform.claude.com/docs/en/api/messages";
const errorsPage = "https://platform.claude.com/docs/en/api/errors";
const schemaPage = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations";
const cachingPage = "https://platform.claude.com/docs/en/build-with-claude/prompt-caching";
const modelsPage = "https://platform.claude.com/docs/en/about-claude/models/overview";

interface AnthropicModel {
  readonly mostOutputTokens: number;
  /** It refuses temperature, top_p and top_k. */
  readonly noSampling: boolean;
  readonly structured: boolean;
  /** It refuses a last message of the assistant, which the answer would go on from. */
  readonly noPrefill: boolean;
  readonly efforts: readonly string[];
}

const anthropicModel = (name: string): AnthropicModel => {
  const [, family = "", major = "0", minor = "0"] =
    /claude-(opus|sonnet|haiku|fable)-(\d+)(?:-(\d)(?!\d))?/.exec(name) ?? [];
  const version = Number(`${major}.${minor}`);
  return {
    mostOutputTokens: version >= 4.6 ? 128_000 : version >= 4 ? 64_000 : 8_192,
    noSampling: version >= 5 || (family === "opus" && version >= 4.7),
    structured: version >= 4.5,
    noPrefill: version >= 4.6,
    efforts:
      version >= 5 || (family === "opus" && version >= 4.5) || version >= 4.6
        ? ["low", "medium", "high", "xhigh", "max"]
        : [],
  };
};

const modelOf = ({ body }: ServiceRequest): AnthropicModel => anthropicModel(String(body["model"]));
const hello = { role: "user", content: "hello" };

const fields =
  "model messages system max_tokens temperature top_p top_k stop_sequences stream metadata output_config tools tool_choice thinking service_tier container context_management mcp_servers cache_control".split(
    " ",
  );

const schemaOf = ({ body }: ServiceRequest): Json => {
  const config = isObject(body["output_config"]) ? body["output_config"] : {};
  const format = isObject(config["format"]) ? config["format"] : {};
  return format["schema"] ?? null;
};
const withSchema = (sound: ServiceRequest, schema: JsonObject): ServiceRequest =>
  withBody(sound, { output_config: { format: { type: "json_schema", schema } } });

/** Numbers, texts and lists cannot be limited. */
const unsupported = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "oneOf",
  "not",
  "if",
  "patternProperties",
  "propertyNames",
] as const;

const mostUnions = 16;
const mostOptional = 24;

const schemaRule = (
  name: string,
  fault: (nodes: readonly SchemaNode[]) => string | null,
  broken: JsonObject,
): Rule => ({
  name,
  page: schemaPage,
  refuses: (request) => {
    const found = fault(nodesOf(schemaOf(request)));
    return found === null ? null : `output_config.format.schema: ${found}`;
  },
  broken: (sound) => withSchema(sound, broken),
});

const closed = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const many = (count: number, schema: JsonObject): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));

const schemaRules: readonly Rule[] = [
  schemaRule(
    "no object takes other properties",
    (nodes) =>
      nodes.some((node) => isObjectSchema(node) && node.schema["additionalProperties"] !== false)
        ? "For 'object' type, 'additionalProperties' must be explicitly set to false"
        : null,
    { type: "object", properties: {} },
  ),
  schemaRule(
    "no keyword is outside the supported subset",
    (nodes) => {
      const keyword = unsupported.find((key) => nodes.some(({ schema }) => schema[key] !== undefined));
      return keyword === undefined ? null : `property '${keyword}' is not supported`;
    },
    closed({ count: { type: "integer", minimum: 1 } }),
  ),
  schemaRule(
    "a list needs no more than one item",
    (nodes) =>
      nodes.some(({ schema }) => Number(schema["minItems"] ?? 0) > 1)
        ? "For 'array' type, 'minItems' values other than 0 or 1 are not supported"
        : null,
    closed({ list: { type: "array", items: { type: "string" }, minItems: 2 } }),
  ),
  schemaRule(
    "enums hold plain values",
    (nodes) =>
      nodes.some(({ schema }) => listOf(schema["enum"]).some((value) => typeof value === "object" && value !== null))
        ? "enum values must be primitives"
        : null,
    closed({ one: { enum: [{ a: 1 }] } }),
  ),
  schemaRule(
    "no schema refers to itself",
    (nodes) => (nodes.some(({ schema }) => schema["$ref"] === "#") ? "recursive schemas are not supported" : null),
    closed({ inner: { $ref: "#" } }),
  ),
  schemaRule(
    "a reference leads to a definition of the schema",
    (nodes) => {
      const lost = lostReference(nodes);
      return lost === null ? null : `$ref '${lost}' cannot be resolved; external references are not supported`;
    },
    closed({ elsewhere: { $ref: "https://example.com/schema.json" } }),
  ),
  schemaRule(
    `at most ${mostOptional} optional properties`,
    (nodes) => {
      const optional = nodes.reduce((sum, node) => {
        const required = new Set(listOf(node.schema["required"]));
        return sum + propertiesOf(node).filter((name) => !required.has(name)).length;
      }, 0);
      return optional > mostOptional ? `Schemas contain too many optional parameters (${optional})` : null;
    },
    closed(many(mostOptional + 1, { type: "string" }), []),
  ),
  schemaRule(
    `at most ${mostUnions} properties with a union type`,
    (nodes) => {
      const unions = nodes.filter((node) => node.isProperty && isUnion(node)).length;
      return unions > mostUnions ? `Schemas contain too many parameters with union types (${unions})` : null;
    },
    closed(many(mostUnions + 1, { anyOf: [{ type: "string" }, { type: "null" }] })),
  ),
];

/** The Messages protocol of Anthropic. */
export const anthropicRules: readonly Rule[] = [
  {
    name: "a key is given",
    page: errorsPage,
    status: 401,
    refuses: ({ headers }) => (headers["x-api-key"] === undefined ? "x-api-key header is required" : null),
    broken: (sound) => ({ ...sound, headers: { ...sound.headers, "x-api-key": undefined } }),
  },
  {
    name: "the version of the protocol is given",
    page: "https://platform.claude.com/docs/en/api/versioning",
    refuses: ({ headers }) =>
      headers["anthropic-version"] === undefined ? "anthropic-version: header is required" : null,
    broken: (sound) => ({ ...sound, headers: { ...sound.headers, "anthropic-version": undefined } }),
  },
  {
    name: "at most 32 MB",
    page: errorsPage,
    status: 413,
    refuses: ({ size }) => (size > 32 * 1024 * 1024 ? "Request exceeds the maximum size" : null),
    broken: (sound) => ({ ...sound, size: 33 * 1024 * 1024 }),
  },
  {
    name: "no argument is unknown",
    page: reference,
    refuses: ({ body }) => {
      const unknown = Object.keys(body).find((field) => !fields.includes(field));
      return unknown === undefined ? null : `${unknown}: Extra inputs are not permitted`;
    },
    broken: (sound) => withBody(sound, { response_format: { type: "json_object" } }),
  },
  {
    name: "max_tokens is given, within the limit of the model",
    page: reference,
    refuses: (request) => {
      const { max_tokens: given } = request.body;
      if (typeof given !== "number" || given < 1) return "max_tokens: Field required";
      const { mostOutputTokens } = modelOf(request);
      return given > mostOutputTokens
        ? `max_tokens: ${given} > ${mostOutputTokens}, which is the maximum allowed number of output tokens`
        : null;
    },
    broken: (sound) => without(sound, "max_tokens"),
  },
  {
    name: "there are messages",
    page: reference,
    refuses: ({ body }) =>
      listOf(body["messages"]).length === 0 ? "messages: at least one message is required" : null,
    broken: (sound) => withBody(sound, { messages: [] }),
  },
  {
    name: "messages are of the user or the assistant; instructions are in system",
    page: reference,
    refuses: ({ body }) =>
      listOf(body["messages"]).every((each) => isObject(each) && ["user", "assistant"].includes(String(each["role"])))
        ? null
        : 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter.',
    broken: (sound) => withBody(sound, { messages: [{ role: "system", content: "Be brief." }, hello] }),
  },
  {
    name: "the first message is the user's",
    page: reference,
    refuses: ({ body }) => {
      const [first] = listOf(body["messages"]);
      return isObject(first) && first["role"] === "user" ? null : 'messages: first message must use the "user" role';
    },
    broken: (sound) => withBody(sound, { messages: [{ role: "assistant", content: "hi" }, hello] }),
  },
  {
    // The service joins messages of one role today. Its models are trained on turns that alternate, and Google's and
    // Amazon's versions of it ask for that: two in a row are a mistake here.
    name: "roles alternate",
    page: "https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/structured_outputs",
    refuses: ({ body }) => {
      const roles = listOf(body["messages"]).map((each) => (isObject(each) ? each["role"] : null));
      return roles.some((role, index) => index > 0 && role === roles[index - 1])
        ? 'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row'
        : null;
    },
    broken: (sound) => withBody(sound, { messages: [hello, hello] }),
  },
  {
    name: "the last message is the user's, for models without prefill",
    page: modelsPage,
    refuses: (request) => {
      const last = listOf(request.body["messages"]).at(-1);
      return isObject(last) && last["role"] === "assistant" && modelOf(request).noPrefill
        ? "This model does not support assistant message prefill. The conversation must end with a user message."
        : null;
    },
    broken: (sound) =>
      withBody(sound, { model: "claude-opus-4-6", messages: [hello, { role: "assistant", content: "{" }] }),
  },
  {
    name: "texts are not empty",
    page: reference,
    refuses: ({ body }) =>
      [...textsIn(body["system"]), ...textsIn(body["messages"])].some((text) => text.trim() === "")
        ? "messages: text content blocks must be non-empty"
        : null,
    broken: (sound) => withBody(sound, { messages: [{ role: "user", content: [{ type: "text", text: "" }] }] }),
  },
  {
    name: "at most 4 cache marks",
    page: cachingPage,
    refuses: ({ body }) => {
      const marks = [...listOf(body["system"]), ...listOf(body["messages"]).flatMap(blocksOf)].filter(
        (block) => isObject(block) && block["cache_control"] !== undefined,
      );
      return marks.length > 4
        ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`
        : null;
    },
    broken: (sound) =>
      withBody(sound, {
        system: Array.from({ length: 5 }, () => ({ type: "text", text: "x", cache_control: { type: "ephemeral" } })),
      }),
  },
  {
    name: "a temperature of 0 to 1",
    page: reference,
    refuses: ({ body }) =>
      typeof body["temperature"] === "number" && (body["temperature"] < 0 || body["temperature"] > 1)
        ? "temperature: range: 0..1"
        : null,
    broken: (sound) => withBody(sound, { temperature: 1.5 }),
  },
  {
    name: "no temperature for models that choose their own",
    page: "https://platform.claude.com/docs/en/about-claude/models/whats-new-opus-5",
    refuses: (request) =>
      modelOf(request).noSampling && ["temperature", "top_p", "top_k"].some((key) => request.body[key] !== undefined)
        ? "temperature: sampling parameters are not supported by this model"
        : null,
    broken: (sound) => withBody(sound, { model: "claude-opus-5", temperature: 0 }),
  },
  {
    name: "an effort that the model has",
    page: "https://platform.claude.com/docs/en/build-with-claude/effort",
    refuses: (request) => {
      const config = isObject(request.body["output_config"]) ? request.body["output_config"] : {};
      const given = config["effort"];
      return given === undefined || modelOf(request).efforts.includes(String(given))
        ? null
        : "output_config.effort: This model does not support the effort parameter.";
    },
    broken: (sound) => withBody(sound, { model: "claude-haiku-4-5", output_config: { effort: "low" } }),
  },
  {
    name: "a schema only for models that follow it",
    page: schemaPage,
    refuses: (request) =>
      schemaOf(request) !== null && !modelOf(request).structured
        ? "output_config.format: This model does not support structured outputs."
        : null,
    broken: (sound) => withBody(withSchema(sound, closed({})), { model: "claude-sonnet-4-0" }),
  },
  ...schemaRules,
];

function blocksOf(message: Json): readonly Json[] {
  return isObject(message) ? listOf(message["content"]) : [];
}
