import { z } from "zod";
import { cautions, modelProviders } from "../../engine/assistant/settings.ts";
import { count, positive, seconds } from "./text.ts";

const provider = z.enum(modelProviders);
const environmentName = z.string().min(1).describe("Name of an environment variable; the value never stands in YAML.");

const connection = {
  model: z.string().optional(),
  protocol: z.enum(["chat", "responses"]).optional().describe("Of openai; responses unless given."),
  base_url_env: environmentName.optional(),
  api_key_env: environmentName.optional(),
  effort: z
    .enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"])
    .optional()
    .describe("How much the model thinks; what is usual in its family unless given."),
  max_output_tokens: positive.optional().describe("Of one answer, with what the model thinks."),
  temperature: z.number().min(0).max(2).optional(),
};

const writingProvider = z.enum(modelProviders).exclude(["embedded"]);

const program = z.string().min(1).describe("A prompt program: a JSON file, from the assistant's folder.");

const understanding = z.strictObject({
  provider: provider.default("embedded"),
  ...connection,
  fallback: z
    .union([z.literal("embedded"), z.array(z.strictObject({ provider: writingProvider, ...connection })).max(5)])
    .optional()
    .describe(
      "Models that are asked in this order when the one before fails; the embedded one comes last in any case.",
    ),
  program: program.optional(),
  weights: z
    .string()
    .min(1)
    .optional()
    .describe("Weights of the embedded understander: a JSON file that `soni optimize --for embedded` wrote."),
  timeout: seconds.positive().default(15).describe("Seconds for one request."),
  soft_timeout: seconds
    .positive()
    .default(8)
    .describe("Seconds after which the embedded understander reads the message too; the first answer counts."),
  hedge_after: seconds
    .positive()
    .optional()
    .describe("Seconds after which the next model is asked beside the one that has not answered yet."),
  history_messages: count.default(10),
  workers: positive.max(16).optional().describe("Messages that the embedded understander reads at a time."),
  cache: z
    .strictObject({
      enabled: z.boolean().default(false),
      ttl: seconds.default(600).describe("Seconds."),
      size: positive.default(1000),
    })
    .prefault({}),
});

const generating = z.strictObject({ provider, ...connection });

const price = z.strictObject({
  input: z.number().min(0),
  cached_input: z.number().min(0),
  output: z.number().min(0),
  cache_write: z.number().min(0).optional(),
});

const fallback = z.enum(["handoff", "cancel", "retry"]);

/** Exported by itself: it is needed before the rest of the settings is read. */
export const actionsSettings = z.strictObject({
  isolate: z
    .boolean()
    .default(false)
    .describe("Run the code of the folder, such as actions.ts, in a process of its own."),
  max_heap: z.number().int().min(64).default(512).describe("Megabytes of JavaScript memory for that process."),
});
export type ActionsContent = z.infer<typeof actionsSettings>;

export const settingsSchema = z.strictObject({
  language: z.string().default("en").describe("Language tag such as en or es-MX."),
  detect_language: z.boolean().default(false).describe("Answer in the language that the user writes in."),
  timezone: z.string().default("UTC").describe("Time zone such as Europe/Madrid."),
  models: z
    .strictObject({
      nlu: understanding.prefault({}),
      rephrase: z
        .strictObject({
          enabled: z.boolean().default(false),
          tone: z.string().default("friendly"),
          program: program.optional(),
        })
        .prefault({}),
      generate: generating.optional(),
      prices: z
        .record(z.string(), price)
        .optional()
        .describe("US dollars per million tokens, by the name of the model, instead of the list prices."),
    })
    .prefault({}),
  understanding: z
    .strictObject({
      caution: z
        .enum(cautions)
        .default("normal")
        .describe("How sure understanding has to be before it is acted on; where it is less sure, the user is asked."),
    })
    .prefault({}),
  persistence: z
    .strictObject({
      backend: z.enum(["memory", "sqlite", "postgres", "redis"]).default("sqlite"),
      path: z
        .string()
        .optional()
        .describe("The SQLite file, from the working directory. Default: .soni/soni.db in the assistant's folder."),
      url_env: environmentName.optional(),
      history: z
        .enum(["off", "full"])
        .default("off")
        .describe("full: the state at the end of every turn is kept with it."),
    })
    .prefault({}),
  flow_management: z
    .strictObject({
      max_stack_depth: positive.default(3),
      on_limit_reached: z
        .string()
        .default("cancel_oldest")
        .describe("cancel_oldest, reject_new, ask_user or a registered one."),
      confirm_inputs_after: seconds
        .default(86_400)
        .describe("Seconds after which an input from an earlier flow is shown to the user before it is used."),
    })
    .prefault({}),
  memory_management: z
    .strictObject({
      max_history_messages: count.default(20),
      max_trace_events: count.default(100),
      max_completed_flows: count.default(10),
    })
    .prefault({}),
  limits: z
    .strictObject({
      message_length: positive.default(2000),
      commands_per_message: positive.default(10),
      step_repeats: positive.default(20),
      steps_per_turn: positive.default(500).describe("Commands and steps of one turn, over all its flows."),
      call_depth: positive.default(10),
      turn_seconds: seconds.positive().default(30),
      tokens_per_turn: positive.default(20_000),
    })
    .prefault({}),
  conversation: z
    .strictObject({
      session_timeout: seconds.positive().default(1800).describe("Seconds."),
      max_turns_without_progress: positive.default(10),
      on_no_progress: fallback.default("handoff"),
      welcome_flow: z.string().optional(),
      fallback_flow: z.string().optional(),
    })
    .prefault({}),
  collection: z.strictObject({ max_attempts: positive.default(3) }).prefault({}),
  retention: z
    .strictObject({
      transcript_days: z
        .number()
        .min(1)
        .default(90)
        .describe("At least one: a message that is sent again within a day gets its reply."),
      transcript_turns: positive.default(1000).describe("Of one conversation; those of the last day are kept besides."),
      encrypt_sensitive_key_env: environmentName.optional(),
    })
    .prefault({}),
  actions: actionsSettings.prefault({}),
  runtime: z.strictObject({ host: z.enum(["langgraph", "direct"]).default("langgraph") }).prefault({}),
});
export type SettingsContent = z.infer<typeof settingsSchema>;

const flow = z.string().optional().describe("A flow that runs instead of the built-in text.");
const ownFlow = z.strictObject({ flow }).prefault({});

export const patternsSchema = z.strictObject({
  correction: z.strictObject({ acknowledge: z.boolean().default(true), flow }).prefault({}),
  clarification: z.strictObject({ max_depth: positive.default(3), fallback: fallback.default("handoff") }).prefault({}),
  cancellation: z.strictObject({ confirm: z.boolean().default(false), flow }).prefault({}),
  confirmation: z
    .strictObject({ max_retries: positive.default(3), on_max_retries: z.enum(["cancel", "handoff"]).default("cancel") })
    .prefault({}),
  misunderstanding: z
    .strictObject({ options_after: positive.default(2), handoff_after: positive.default(3), flow })
    .prefault({}),
  ambiguity: ownFlow,
  invalid_answers: ownFlow,
  no_progress: ownFlow,
  silence: ownFlow,
  chitchat: ownFlow,
  out_of_scope: ownFlow,
  repeat: ownFlow,
  restart: ownFlow,
  message_too_long: ownFlow,
  message_empty: ownFlow,
  handoff: z.strictObject({ action: z.string().optional(), queue: z.string().optional() }).prefault({}),
});
export type PatternsContent = z.infer<typeof patternsSchema>;

const knowledgeSource = z.union([
  z.strictObject({ path: z.string().describe("Folder or file with texts, from the assistant's folder.") }),
  z.strictObject({ faq: z.string().describe("YAML file of questions and answers.") }),
  z.strictObject({ words: z.string().describe("YAML file of what people call the things in the documents.") }),
]);

export const knowledgeSchema = z.strictObject({ sources: z.array(knowledgeSource).default([]) });
export type KnowledgeContent = z.infer<typeof knowledgeSchema>;
