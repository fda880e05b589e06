/**
 * A whole optimisation with a real, very small model: search and gate through the OpenAI protocol. It shows that the loop holds with
 * answers that nobody wrote, not that such a model gets better. Run by hand: npm run test:local-model:optimize
 *
 * A call takes such a model up to minutes on a busy machine. SONI_LOCAL_MODEL_CALLS says how many there may be at most.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { memoryCache } from "../../src/optimize/evaluate/answer-cache.ts";
import { modelCandidate } from "../../src/optimize/evaluate/candidate.ts";
import { judgeProgram } from "../../src/optimize/gate/gate.ts";
import { commandF1 } from "../../src/optimize/metrics/metric.ts";
import { type OptimizationOutcome, optimizeProgram } from "../../src/optimize/optimize-program.ts";
import { memoryJournal } from "../../src/optimize/search/journal.ts";
import { searches } from "../../src/optimize/search/searches.ts";
import { systemTime } from "../../src/time/system-time.ts";
import { flowsOf } from "../../src/turn/understanding-context.ts";
import type { PromptProgram } from "../../src/understand/program.ts";
import { installLocalModel } from "./install.ts";
import { serveLocalModel } from "./serve.ts";

/** Small enough for two thousand tokens of context with demonstrations in it. */
const yaml = `version: "1.0"
slots: { size: { type: categorical, description: Size, prompt: "Which size?", values: [small, large] } }
flows:
  order_tea:
    description: Order tea
    trigger: { intents: [a tea please] }
    steps: [{ step: ask, type: collect, slot: size }]
`;
const labels = `now: "2026-11-18T10:00:00Z"
contexts: { idle: { awaiting: message }, ask: { awaiting: slot size, active: order_tea, last: "Which size?" } }
cases:
  - [idle, "a tea please", [start_flow order_tea]]
  - [ask, "large", [set_slot size=large]]
  - [ask, "forget it", [cancel_flow]]
  - [idle, "I would like some tea", [start_flow order_tea]]
  - [ask, "the small one", [set_slot size=small]]
  - [idle, "could you bring me tea", [start_flow order_tea]]
  - [ask, "a large one", [set_slot size=large]]
`;
const program: PromptProgram = {
  commands: {
    instruction:
      "List the commands that say what the user wants: start_flow for a new request, set_slot for a value, cancel_flow to stop.",
    demonstrations: [],
  },
  slots: {
    instruction: "Find the values that the message gives for the slots of the started flows.",
    demonstrations: [],
  },
};

const { assistant } = parseAssistant([{ file: "tea", text: yaml }]);
if (assistant === null) throw new Error("the assistant has mistakes");
const { hash, settings } = assistant;
const scope = { hash, ...flowsOf(assistant), timezone: settings.timezone, language: settings.language };
const rows = readYamlRows(labels, scope);

/** Enough for the present program, a few sets of demonstrations, and the gate. */
const mostCalls = Number(process.env["SONI_LOCAL_MODEL_CALLS"] ?? 26);
const test = rows.slice(5);

/** The gate's word on a search that found nothing better: what it says about the last program that was tried. */
const judgeAnyway = async (
  model: LanguageModel,
  { searched }: Extract<OptimizationOutcome, { readonly kind: "nothing_better" }>,
) => {
  const tried = searched.candidates.at(-1)?.program ?? program;
  const candidate = (name: string, of: PromptProgram) =>
    modelCandidate(model, {
      name,
      program: of,
      maxOutputTokens: 100,
      tries: 1,
      budget: { milliseconds: 3_600_000 },
      meter: { cache: memoryCache(), identity: name, now: () => performance.now() },
    });
  return judgeProgram({
    present: candidate("present", program),
    proposed: candidate("tried", tried),
    rows: test,
    metric: commandF1(),
    maxErrors: 0,
    concurrency: 1,
  });
};

const folder = process.env["SONI_LOCAL_MODEL_DIR"] ?? join(tmpdir(), "soni-local-model");
const server = await serveLocalModel(await installLocalModel(folder));
try {
  const model = createSdkModel({
    provider: "openai_compatible",
    model: "tinyllama",
    baseUrl: server.url,
    retry: { attempts: 1, timeout: 900_000 },
  });
  const start = performance.now();
  const outcome = await optimizeProgram({
    search: searches.bootstrap,
    problem: {
      program,
      train: rows.slice(0, 3),
      dev: rows.slice(3, 5),
      student: model,
      writer: model,
      metric: commandF1(),
      effort: "light",
      seed: 1,
      budget: { limits: { calls: mostCalls }, prices: {}, time: systemTime, attempts: 1 },
      journal: memoryJournal(),
      understanding: { maxOutputTokens: 100, tries: 1 },
      concurrency: 1,
      onProgress: ({ doing, spent, present, best }) =>
        console.log(JSON.stringify({ doing, calls: spent.calls, present, best })),
    },
    test,
    gateJournal: memoryJournal(),
    fromConversations: false,
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const why = outcome.kind === "stopped" ? { message: outcome.message } : {};
  console.log(JSON.stringify({ kind: outcome.kind, ...why, spent: outcome.spent, seconds }, null, 2));
  const anyway = outcome.kind === "nothing_better" ? await judgeAnyway(model, outcome) : null;
  const gate = outcome.kind === "judged" ? outcome.gate : anyway?.ok === true ? anyway.result : null;
  for (const { name, result, says } of gate?.checks ?? []) console.log(name, result, says);
  // Right or wrong, the gate came to a verdict on answers that were counted.
  const isDone = gate !== null && outcome.spent.outputTokens > 0;
  console.log(isDone ? "The loop came to its end with a real model." : "The loop did not come to its end.");
  process.exitCode = isDone ? 0 : 1;
} finally {
  server.close();
}
process.exit();
