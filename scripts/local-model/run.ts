/**
 * A real, very small model behind the same code path as any other: llama.cpp serves it as an OpenAI-compatible
 * endpoint. It proves the plumbing (schema, both passes, usage), not quality. Run by hand: npm run test:local-model
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { memoryCache } from "../../src/optimize/evaluate/answer-cache.ts";
import { modelCandidate } from "../../src/optimize/evaluate/candidate.ts";
import { runCandidate } from "../../src/optimize/evaluate/run-candidate.ts";
import { summarise } from "../../src/optimize/evaluate/summarise.ts";
import type { PromptProgram } from "../../src/understand/program.ts";
import { installLocalModel } from "./install.ts";
import { serveLocalModel } from "./serve.ts";

/** Two thousand tokens of context and two cores: the usual prompt would not leave room or time. */
const shortProgram: PromptProgram = {
  commands: {
    instruction:
      "List the commands that say what the user wants: start_flow for a new request, set_slot for a value, affirm or " +
      "deny for yes or no, cancel_flow to stop, chitchat for greetings, clarify for questions.",
    demonstrations: [
      {
        state: { active_flow: null },
        message: "two pizzas please",
        output: { commands: [{ type: "start_flow", flow: "order_pizza" }], confidence: 0.9 },
      },
    ],
  },
  slots: {
    instruction: "Find the values that the message gives for the slots of the started flows.",
    demonstrations: [],
  },
};

const asked = ["What about my booking BK-7?", "hello", "Yes"];

const folder = process.env["SONI_LOCAL_MODEL_DIR"] ?? join(tmpdir(), "soni-local-model");
const server = await serveLocalModel(await installLocalModel(folder));
try {
  const model = createSdkModel({
    provider: "openai_compatible",
    model: "tinyllama",
    baseUrl: server.url,
    retry: { attempts: 1, timeout: 900_000 },
  });
  const candidate = modelCandidate(model, {
    program: shortProgram,
    maxOutputTokens: 120,
    budget: { milliseconds: 1_800_000 },
    meter: { cache: memoryCache(), identity: "local", now: () => performance.now() },
  });
  const file = new URL("../../tests/understanding/flight-booking.yaml", import.meta.url);
  const cases = readYamlRows(readFileSync(file, "utf8")).filter(
    (one, index, all) =>
      asked.includes(one.message) && all.findIndex(({ message }) => message === one.message) === index,
  );
  const run = await runCandidate(candidate, cases, {
    concurrency: 1,
    maxErrors: cases.length,
    onAnswer: ({ row: { where, message }, answer }) => console.log(JSON.stringify({ where, message, ...answer })),
  });
  const result = summarise(run);
  console.table(result.passes);
  console.table([...result.byType, result.overall]);
  // The plumbing works if the model's answers came through and were counted, right or wrong.
  const outputTokens = result.passes.reduce((sum, pass) => sum + pass.outputTokens, 0);
  const answered = outputTokens > 0 && cases.length === asked.length;
  console.log(answered ? "The local model answered through the whole path." : "The local model did not answer.");
  process.exitCode = answered ? 0 : 1;
} finally {
  server.close();
}
process.exit();
