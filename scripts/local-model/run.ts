/**
 * A real, very small model behind the same code path as any other: llama.cpp serves it as an OpenAI-compatible
 * endpoint. It proves the plumbing (schema, both passes, usage), not quality. Run by hand: npm run test:local-model
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { evaluate } from "../../src/understand/evaluate.ts";
import { formatEvaluation } from "../../src/understand/format-evaluation.ts";
import { readLabelledMessages } from "../../src/understand/labelled-messages.ts";
import type { PromptProgram } from "../../src/understand/program.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
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
  const understander = createModelUnderstander({
    model,
    program: shortProgram,
    maxOutputTokens: 120,
    budget: { milliseconds: 1_800_000 },
    onFailure: (failure) => console.log("failure", failure),
  });
  const file = new URL("../../tests/understanding/flight-booking.yaml", import.meta.url);
  const cases = readLabelledMessages(readFileSync(file, "utf8")).filter(
    (one, index, all) =>
      asked.includes(one.message) && all.findIndex(({ message }) => message === one.message) === index,
  );
  const result = await evaluate(understander, cases, {
    onMessage: ({ where, message, understood, milliseconds, source }) =>
      console.log(JSON.stringify({ where, message, understood, seconds: Math.round(milliseconds / 1000), source })),
  });
  for (const { columns, rows } of formatEvaluation(result).filter((table) => table.name !== "failures")) {
    console.table(rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))));
  }
  // The plumbing works if the model's answers came through and were counted, right or wrong.
  const answered = result.usage.outputTokens > 0 && cases.length === asked.length;
  console.log(answered ? "The local model answered through the whole path." : "The local model did not answer.");
  process.exitCode = answered ? 0 : 1;
} finally {
  server.close();
}
process.exit();
