import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Assistant } from "../../src/domain/assistant.ts";

const yaml = `
version: "1.0"
settings: { runtime: { host: direct } }
slots:
  word: { type: string, prompt: What? }
flows:
  echo:
    description: says it again
    trigger: { intents: [say it] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: tell, type: say, message: "Heard {word}." }
`;

/** Says again what it hears: for tests of how messages travel, not of what they mean. */
export function echoAssistant(): Assistant {
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text: yaml }]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  return assistant;
}
