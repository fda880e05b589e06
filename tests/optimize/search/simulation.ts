import { loadAssistant } from "../../../src/config/load.ts";
import type { Time } from "../../../src/engine/time.ts";
import type { GenerateRequest, Generation, LanguageModel } from "../../../src/model/language-model.ts";
import { readYamlRows } from "../../../src/optimize/datasets/read-yaml-rows.ts";
import type { LabelledRow } from "../../../src/optimize/datasets/row.ts";
import { exactCommands } from "../../../src/optimize/metrics/metric.ts";
import { memoryJournal } from "../../../src/optimize/search/journal.ts";
import type { SearchProblem } from "../../../src/optimize/search/search.ts";
import { flowsOf } from "../../../src/turn/understanding-context.ts";
import { defaultProgram, type PromptProgram } from "../../../src/understand/program.ts";
import { attainable, type Knobs, scoreOf } from "../simulated-models/attainable.ts";
import { labels } from "../simulated-models/labels.ts";
import { type SimulatedModelName, simulatedModels } from "../simulated-models/models.ts";
import { type Row, rows } from "../simulated-models/rows.ts";
import { completion } from "../simulated-models/server.ts";

/**
 * The pure answer of a simulated model without HTTP, for runs with hundreds of thousands of calls. The protocol is tested with real
 * servers in searches-over-http.test.ts.
 */
const simulatedLanguageModel = (name: SimulatedModelName, seed: number): LanguageModel => ({
  name: `simulated:${name}`,
  samples: false,
  generate: (request) => Promise.resolve(generationOf(completion(simulatedModels[name], seed, chatRequestOf(request)))),
});

const chatRequestOf = ({ messages, schema }: GenerateRequest): Parameters<typeof completion>[2] => ({
  model: "simulated",
  messages: messages.map(({ role, text }) => ({ role, content: text })),
  ...(schema === undefined ? {} : { response_format: { json_schema: { schema: schema.schema } } }),
});

const generationOf = (answer: object): Generation => {
  const { choices, usage } = answer as {
    readonly choices: readonly { readonly message: { readonly content: string } }[];
    readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  };
  return {
    ok: true,
    text: choices[0]?.message.content ?? "",
    finish: "stop",
    usage: { inputTokens: usage.prompt_tokens, cachedInputTokens: 0, outputTokens: usage.completion_tokens },
    attempts: 1,
  };
};

/** A clock that stays where it is: waiting takes no time. */
const frozenTime: Time = {
  now: () => 0,
  after: (_, run) => {
    run();
    return () => undefined;
  },
};

let loaded: ReturnType<typeof loadWorkshop> | undefined;
const workshop = (): ReturnType<typeof loadWorkshop> => {
  loaded ??= loadWorkshop();
  return loaded;
};

const loadWorkshop = async () => {
  const { assistant } = await loadAssistant(new URL("../simulated-models/workshop", import.meta.url).pathname);
  if (assistant === null) throw new Error("The workshop has mistakes.");
  const { timezone, language } = assistant.settings;
  return { hash: assistant.hash, ...flowsOf(assistant), timezone, language };
};

export interface Sizes {
  readonly train: number;
  readonly dev: number;
  readonly test: number;
}

/** Rows for learning and choosing as a search gets them, and rows that it never sees. */
export const simulatedRows = async (
  seed: number,
  sizes: Sizes,
): Promise<{
  readonly train: readonly LabelledRow[];
  readonly dev: readonly LabelledRow[];
  readonly test: readonly Row[];
}> => {
  const made = rows(seed + 1_000, sizes.train + sizes.dev + sizes.test);
  const seen = readYamlRows(labels(made.slice(0, sizes.train + sizes.dev)), await workshop());
  return {
    train: seen.slice(0, sizes.train),
    dev: seen.slice(sizes.train),
    test: made.slice(sizes.train + sizes.dev),
  };
};

/** A problem without limits, on models that answer at once. */
export const simulatedProblem = (
  name: SimulatedModelName,
  seed: number,
  { train, dev }: { readonly train: readonly LabelledRow[]; readonly dev: readonly LabelledRow[] },
): SearchProblem => ({
  program: defaultProgram,
  train,
  dev,
  student: simulatedLanguageModel(name, seed),
  writer: simulatedLanguageModel(name, seed),
  metric: exactCommands,
  effort: "light",
  seed,
  budget: { limits: {}, prices: {}, time: frozenTime, attempts: 1 },
  journal: memoryJournal(),
  // The workshop has three flows: with fewer in a prompt, the slots of a flow are asked in a second pass.
  understanding: { maxFlows: 2 },
});

/** The share of what the knobs can attain on rows that nobody has seen: 0 is the present program, 1 the best one. */
export const attainedShare = (
  name: SimulatedModelName,
  {
    seed,
    test,
    program,
    knobs,
  }: { readonly seed: number; readonly test: readonly Row[]; readonly program: PromptProgram; readonly knobs: Knobs },
): number => {
  const subject = { model: simulatedModels[name], seed, rows: test };
  const { best } = attainable(subject, knobs);
  const present = scoreOf(subject, defaultProgram);
  return (scoreOf(subject, program) - present) / (best - present);
};
