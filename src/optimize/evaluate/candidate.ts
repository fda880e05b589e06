import type { Command } from "../../engine/commands/command.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { createModelUnderstander, type ModelUnderstanderOptions } from "../../understand/two-pass.ts";
import type { Understander, UnderstandingContext } from "../../understand/understander.ts";
import { type Meter, type MeteredCall, meterModel } from "./metered-model.ts";

export interface Question {
  readonly message: string;
  readonly context: UnderstandingContext;
  /** From 0; more than once only where repeats are asked for. */
  readonly repeat: number;
  readonly signal?: AbortSignal;
}

/** `failed`: nobody answered, which says nothing about how well it understands. `left_out`: the message is for no model. */
export type Answer = { readonly calls: readonly MeteredCall[] } & (
  | {
      readonly kind: "answered";
      readonly commands: readonly Command[];
      readonly confidence: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  | { readonly kind: "left_out" }
);

/** Something that understands messages and is measured: the embedded understander, or a model with a prompt program. */
export interface Candidate {
  readonly name: string;
  /** How many questions at once give its true latency: a local one shares its processor. */
  readonly concurrency: number;
  ask(question: Question): Promise<Answer>;
}

/** A model alone: no fallback answers for it. */
export const modelCandidate = (
  model: LanguageModel,
  options: Omit<ModelUnderstanderOptions, "model" | "onFailure"> & { readonly name?: string; readonly meter: Meter },
): Candidate => ({
  name: options.name ?? model.name,
  concurrency: 8,
  async ask({ message, context, repeat, signal }) {
    const calls: MeteredCall[] = [];
    const metered = meterModel(model, options.meter, { repeat, onCall: (call) => calls.push(call) });
    const reported: { code: string; message: string }[] = [];
    const understander = createModelUnderstander({
      ...options,
      model: metered,
      onFailure: ({ code, message: problem }) => reported.push({ code, message: problem }),
    });
    const answer = await understander.understand({ message, context, ...(signal === undefined ? {} : { signal }) });
    // A pass that nobody answered is no wrong answer. One that could not be used is the model's own.
    const failure = calls.find((call) => call.failure !== undefined)?.failure;
    if (failure !== undefined) return { kind: "failed", ...failure, calls };
    const broken = reported.find(({ code }) => code === "model.broken");
    if (broken !== undefined) return { kind: "failed", ...broken, calls };
    if (calls.length === 0 && answer.unavailable === "degraded") return { kind: "left_out", calls };
    return {
      kind: "answered",
      commands: answer.commands,
      confidence: answer.confidence,
      milliseconds: calls.reduce((sum, call) => sum + call.milliseconds, 0),
      calls,
    };
  },
});

/** An understander that is no model: the embedded one, or one of the project's own. */
export const understanderCandidate = (
  understander: Understander,
  { name, now }: { readonly name: string; readonly now: () => number },
): Candidate => ({
  name,
  concurrency: 1,
  async ask({ message, context, signal }) {
    const start = now();
    const { commands, confidence, unavailable, usage } = await understander.understand({
      message,
      context,
      ...(signal === undefined ? {} : { signal }),
    });
    const milliseconds = now() - start;
    const call: MeteredCall = {
      pass: name,
      milliseconds,
      kept: false,
      ...(usage === undefined ? {} : { usage }),
    };
    if (unavailable !== undefined)
      return { kind: "failed", code: `understander.${unavailable}`, message: "Nobody could read it.", calls: [call] };
    return { kind: "answered", commands, confidence, milliseconds, calls: [call] };
  },
});
