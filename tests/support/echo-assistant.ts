import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { assistantOf } from "./dialogue.ts";

const yaml = `
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
export const echoAssistant = (): Assistant => assistantOf(yaml);

/** Takes every message for a word to be echoed. */
export const echoUnderstander: Understander = {
  understand: async ({ message }) => ({
    commands: [{ type: "start_flow", flow: "echo", slots: { word: message } }],
    confidence: 1,
  }),
};
