import { createHash } from "node:crypto";
import type { Usage } from "../../engine/state/turn.ts";
import type { GenerateRequest, Generation, LanguageModel } from "../../model/language-model.ts";
import type { AnswerCache } from "./answer-cache.ts";

/** An answer of a model as it is kept. */
export interface KeptAnswer {
  readonly generation: Extract<Generation, { readonly ok: true }>;
  /** How long it took when it was asked. */
  readonly milliseconds: number;
}

/** One question to a model. */
export interface MeteredCall {
  /** The name of the schema that it asked for: `commands`, `slots`, or `text` without one. */
  readonly pass: string;
  readonly milliseconds: number;
  readonly usage?: Usage;
  /** The answer was on disk: nothing was paid this time. */
  readonly kept: boolean;
  /** Why there is no answer. */
  readonly failure?: { readonly code: string; readonly message: string };
}

export interface Meter {
  readonly cache: AnswerCache<KeptAnswer>;
  /** What else an answer depends on: the address of the provider, the temperature. */
  readonly identity: string;
  /** Milliseconds, for latency only. */
  readonly now: () => number;
}

/**
 * The model with every call counted, and answered from disk where the same was asked before. Keeping answers below the
 * understander means that a message whose second pass failed does not pay for its first again. `repeat` tells apart questions
 * that are asked several times on purpose.
 */
export const meterModel = (
  model: LanguageModel,
  meter: Meter,
  each: { readonly repeat: number; readonly onCall: (call: MeteredCall) => void },
): LanguageModel => ({
  name: model.name,
  samples: model.samples,
  async generate(request) {
    const pass = request.schema?.name ?? "text";
    const key = keyOf(request, [model.name, meter.identity, each.repeat]);
    const known = meter.cache.get(key);
    if (known !== undefined) {
      const { generation, milliseconds } = known;
      each.onCall({ pass, milliseconds, usage: generation.usage, kept: true });
      return generation;
    }
    const start = meter.now();
    const generation = await model.generate(request);
    const milliseconds = meter.now() - start;
    if (!generation.ok) {
      const { code, message } = generation;
      each.onCall({ pass, milliseconds, kept: false, failure: { code, message } });
      return generation;
    }
    meter.cache.put(key, { generation, milliseconds });
    each.onCall({ pass, milliseconds, usage: generation.usage, kept: false });
    return generation;
  },
});

/** Everything that is sent. The deadline is not: it says when, not what. */
const keyOf = ({ messages, schema, maxOutputTokens }: GenerateRequest, more: readonly unknown[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify([more, messages.map(({ role, text }) => [role, text]), schema ?? null, maxOutputTokens ?? 0]),
    )
    .digest("base64url");
