import { join } from "node:path";
import { scopeOf } from "../../../src/cli/eval/data-files.ts";
import { loadAssistant } from "../../../src/config/load.ts";
import type { LanguageModel } from "../../../src/model/language-model.ts";
import { readYamlRows } from "../../../src/optimize/datasets/read-yaml-rows.ts";
import type { LabelledRow } from "../../../src/optimize/datasets/row.ts";
import { splitOf } from "../../../src/optimize/datasets/split.ts";
import { memoryCache } from "../../../src/optimize/evaluate/answer-cache.ts";
import { type Candidate, modelCandidate } from "../../../src/optimize/evaluate/candidate.ts";
import type { PromptProgram } from "../../../src/understand/program.ts";
import { type Advice, adviceList } from "../simulated-models/advice.ts";
import { labels } from "../simulated-models/labels.ts";
import type { SimulatedModel } from "../simulated-models/models.ts";
import { rows } from "../simulated-models/rows.ts";
import { completion } from "../simulated-models/server.ts";

export const workshop = join(import.meta.dirname, "../simulated-models/workshop");

/** Labelled messages of the workshop, by split. */
export async function workshopRows(seed: number, count: number) {
  const { assistant } = await loadAssistant(workshop);
  if (assistant === null) throw new Error("the workshop does not load");
  const all = readYamlRows(labels(rows(seed, count)), scopeOf(assistant));
  const of = (split: string): readonly LabelledRow[] => all.filter((row) => splitOf(row) === split);
  return { train: of("train"), dev: of("dev"), test: of("test") };
}

/** The simulated model without its server: the same answers, a hundred times as fast. */
export const inProcess = (model: SimulatedModel, seed: number): LanguageModel => ({
  name: `simulated:${model.name}`,
  samples: false,
  generate: async ({ messages, schema }) => {
    const answer = completion(model, seed, {
      model: model.name,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      ...(schema === undefined ? {} : { response_format: { json_schema: { schema: schema.schema } } }),
    }) as {
      readonly choices: readonly { readonly message: { readonly content: string } }[];
      readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
    };
    return {
      ok: true,
      text: answer.choices[0]?.message.content ?? "",
      finish: "stop",
      usage: {
        inputTokens: answer.usage.prompt_tokens,
        cachedInputTokens: 0,
        outputTokens: answer.usage.completion_tokens,
      },
      attempts: 1,
    };
  },
});

export const candidateOf = (model: LanguageModel, program: PromptProgram, name = "program"): Candidate =>
  modelCandidate(model, {
    name,
    program,
    meter: { cache: memoryCache(), identity: "", now: () => 0 },
  });

/** A short program with these pieces of advice in both sections. */
export const advising = (...advice: readonly Advice[]): PromptProgram => {
  const instruction = ["Turn messages into commands.", ...advice.map((name) => adviceList[name].texts[0])].join("\n");
  return { commands: { instruction, demonstrations: [] }, slots: { instruction, demonstrations: [] } };
};
