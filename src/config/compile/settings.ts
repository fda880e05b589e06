import { flowPatterns, type KnowledgeSource, type Patterns, type Settings } from "../../engine/assistant/settings.ts";
import type { Programs } from "../check/programs.ts";
import type { KnowledgeContent, PatternsContent, SettingsContent } from "../schema/settings.ts";

/** From the words of YAML to those of the code; every value was checked by the schema. */
export function compileSettings(content: SettingsContent, programs: Programs): Settings {
  const { models, persistence, flow_management, memory_management, limits, conversation, retention } = content;
  return {
    language: content.language,
    detectLanguage: content.detect_language,
    timezone: content.timezone,
    models: {
      nlu: {
        provider: models.nlu.provider,
        ...connection(models.nlu),
        ...(models.nlu.fallback === undefined || models.nlu.fallback === "embedded"
          ? {}
          : { fallback: models.nlu.fallback.map((each) => ({ provider: each.provider, ...connection(each) })) }),
        timeoutSeconds: models.nlu.timeout,
        softTimeoutSeconds: models.nlu.soft_timeout,
        ...(models.nlu.hedge_after === undefined ? {} : { hedgeAfterSeconds: models.nlu.hedge_after }),
        historyMessages: models.nlu.history_messages,
        ...(models.nlu.workers === undefined ? {} : { workers: models.nlu.workers }),
        cache: models.nlu.cache,
        ...(programs.nlu === undefined ? {} : { program: programs.nlu }),
        ...(programs.weights === undefined ? {} : { weights: programs.weights }),
      },
      rephrase: {
        enabled: models.rephrase.enabled,
        tone: models.rephrase.tone,
        ...(programs.rephrase === undefined ? {} : { program: programs.rephrase }),
      },
      ...(models.generate === undefined
        ? {}
        : { generate: { provider: models.generate.provider, ...connection(models.generate) } }),
      ...(models.prices === undefined ? {} : { prices: pricesOf(models.prices) }),
    },
    understanding: { caution: content.understanding.caution },
    persistence: {
      backend: persistence.backend,
      ...(persistence.path === undefined ? {} : { path: persistence.path }),
      history: persistence.history,
      ...(persistence.url_env === undefined ? {} : { urlEnv: persistence.url_env }),
    },
    flowManagement: {
      maxStackDepth: flow_management.max_stack_depth,
      onLimitReached: flow_management.on_limit_reached,
      confirmInputsAfter: flow_management.confirm_inputs_after,
    },
    memoryManagement: {
      maxHistoryMessages: memory_management.max_history_messages,
      maxTraceEvents: memory_management.max_trace_events,
      maxCompletedFlows: memory_management.max_completed_flows,
    },
    limits: {
      messageLength: limits.message_length,
      commandsPerMessage: limits.commands_per_message,
      stepRepeats: limits.step_repeats,
      stepsPerTurn: limits.steps_per_turn,
      callDepth: limits.call_depth,
      turnSeconds: limits.turn_seconds,
      tokensPerTurn: limits.tokens_per_turn,
    },
    conversation: {
      sessionTimeout: conversation.session_timeout,
      maxTurnsWithoutProgress: conversation.max_turns_without_progress,
      onNoProgress: conversation.on_no_progress,
      ...(conversation.welcome_flow === undefined ? {} : { welcomeFlow: conversation.welcome_flow }),
      ...(conversation.fallback_flow === undefined ? {} : { fallbackFlow: conversation.fallback_flow }),
    },
    collection: { maxAttempts: content.collection.max_attempts },
    retention: {
      transcriptDays: retention.transcript_days,
      transcriptTurns: retention.transcript_turns,
      ...(retention.encrypt_sensitive_key_env === undefined
        ? {}
        : { encryptSensitiveKeyEnv: retention.encrypt_sensitive_key_env }),
    },
    actions: { isolate: content.actions.isolate, maxHeapMegabytes: content.actions.max_heap },
    runtime: content.runtime,
  };
}

type ModelsContent = SettingsContent["models"];

const connection = (content: Omit<NonNullable<ModelsContent["generate"]>, "provider">) => ({
  ...(content.model === undefined ? {} : { model: content.model }),
  ...(content.protocol === undefined ? {} : { protocol: content.protocol }),
  ...(content.base_url_env === undefined ? {} : { baseUrlEnv: content.base_url_env }),
  ...(content.api_key_env === undefined ? {} : { apiKeyEnv: content.api_key_env }),
  ...(content.effort === undefined ? {} : { effort: content.effort }),
  ...(content.max_output_tokens === undefined ? {} : { maxOutputTokens: content.max_output_tokens }),
  ...(content.temperature === undefined ? {} : { temperature: content.temperature }),
});

const pricesOf = (prices: NonNullable<ModelsContent["prices"]>) =>
  Object.fromEntries(
    Object.entries(prices).map(([model, { input, cached_input, output, cache_write }]) => [
      model,
      { input, cachedInput: cached_input, output, ...(cache_write === undefined ? {} : { cacheWrite: cache_write }) },
    ]),
  );

export function compilePatterns(content: PatternsContent): Patterns {
  const { clarification, confirmation, misunderstanding, handoff } = content;
  const flows = flowPatterns.flatMap((name) => {
    const { flow } = content[name];
    return flow === undefined ? [] : [[name, flow] as const];
  });
  return {
    flows: Object.fromEntries(flows),
    correction: { acknowledge: content.correction.acknowledge },
    clarification: { maxDepth: clarification.max_depth, fallback: clarification.fallback },
    cancellation: { confirm: content.cancellation.confirm },
    confirmation: { maxRetries: confirmation.max_retries, onMaxRetries: confirmation.on_max_retries },
    misunderstanding: {
      optionsAfter: misunderstanding.options_after,
      handoffAfter: misunderstanding.handoff_after,
    },
    handoff: {
      ...(handoff.action === undefined ? {} : { action: handoff.action }),
      ...(handoff.queue === undefined ? {} : { queue: handoff.queue }),
    },
  };
}

export const compileKnowledge = (content: KnowledgeContent): readonly KnowledgeSource[] => content.sources;
