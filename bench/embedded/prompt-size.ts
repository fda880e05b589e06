import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GenerateRequest, LanguageModel } from "../../src/model/language-model.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { withFlows } from "./many-flows.ts";

/** Characters that a model is sent for a message, prompt and schema, on average over the labelled messages. */
export async function promptSize(flows: number): Promise<number> {
  const sizes: number[] = [];
  const model: LanguageModel = {
    name: "counting",
    samples: false,
    generate: async ({ messages, schema }: GenerateRequest) => {
      sizes.push(JSON.stringify({ messages, schema }).length);
      return {
        ok: true,
        finish: "stop",
        text: '{"commands":[{"type":"repeat"}]}',
        usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
        attempts: 1,
      };
    },
  };
  const understander = createModelUnderstander({ model });
  const file = join(import.meta.dirname, "../../tests/understanding/banking.yaml");
  for (const { message, context } of readYamlRows(readFileSync(file, "utf8")))
    await understander.understand({ message, context: withFlows(context, flows) });
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}
