import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Generation, ModelPurpose } from "./language-model.ts";

interface Called {
  readonly provider: string;
  readonly model: string;
  readonly purpose: ModelPurpose;
}

/**
 * One span for one call, retries included; without an SDK in the process this does nothing. It tells what was used and how it ended,
 * and neither the prompt nor the answer. Names are those of the GenAI conventions.
 */
export const tracedCall = (
  { provider, model, purpose }: Called,
  call: () => Promise<Generation>,
): Promise<Generation> => {
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model,
    "soni.purpose": purpose,
  };
  const tracer = trace.getTracer("soni");
  return tracer.startActiveSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const generation = await call();
      span.setAttributes({ "soni.attempts": generation.attempts });
      if (generation.ok)
        span.setAttributes({
          "gen_ai.usage.input_tokens": generation.usage.inputTokens,
          "gen_ai.usage.cached_input_tokens": generation.usage.cachedInputTokens,
          "gen_ai.usage.output_tokens": generation.usage.outputTokens,
          "gen_ai.response.finish_reasons": [generation.finish],
        });
      else {
        span.setAttributes({ "error.type": generation.code });
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return generation;
    } finally {
      span.end();
    }
  });
};
