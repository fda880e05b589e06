import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Assistant } from "../../src/engine/assistant/assistant.ts";

export function assistantOf(content: object): Assistant {
  const { assistant, findings } = parseAssistant([{ file: "bench.yaml", text: JSON.stringify(content) }]);
  if (assistant === null) throw new Error(findings.map((finding) => finding.message).join("\n"));
  return assistant;
}
