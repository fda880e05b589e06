import { flowPatterns, type KnowledgeSource, type Patterns, type Settings } from "../../engine/assistant/settings.ts";
import type { KnowledgeContent, PatternsContent, SettingsContent } from "../schema/settings.ts";

/** From the words of YAML to those of the code; every value was checked by the schema. */
export function compileSettings(content: SettingsContent): Settings {
  const { models, persistence, flow_management, memory_management, limits, conversation, retention } = content;
  return {
    language: content.language,
    detectLanguage: content.detect_language,
    timezone: content.timezone,
    models: {
      nlu: {
        provider: models.nlu.provider,
        ...connection(models.nlu),
        ...(models.nlu.fallback === undefined ? {} : { fallback: models.nlu.fallback }),
        ...(models.nlu.temperature === undefined ? {} : { temperature: models.nlu.temperature }),
        timeoutSeconds: models.nlu.timeout,
        minConfidence: models.nlu.min_confidence,
        historyMessages: models.nlu.history_messages,
        ...(models.nlu.workers === undefined ? {} : { workers: models.nlu.workers }),
        cache: models.nlu.cache,
      },
      rephrase: models.rephrase,
      ...(models.generate === undefined
        ? {}
        : { generate: { provider: models.generate.provider, ...connection(models.generate) } }),
    },
    persistence: {
      backend: persistence.backend,
      path: persistence.path,
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

interface Connection {
  readonly model?: string | undefined;
  readonly base_url_env?: string | undefined;
  readonly api_key_env?: string | undefined;
}

const connection = ({ model, base_url_env, api_key_env }: Connection) => ({
  ...(model === undefined ? {} : { model }),
  ...(base_url_env === undefined ? {} : { baseUrlEnv: base_url_env }),
  ...(api_key_env === undefined ? {} : { apiKeyEnv: api_key_env }),
});

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
