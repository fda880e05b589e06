import type { GenerateRequest, Generation, LanguageModel } from "../../src/model/language-model.ts";
import { canariesIn, ownersIn } from "./canary.ts";

export interface CanaryModel extends LanguageModel {
  /** Prompts that held words of more than one conversation. */
  readonly mixed: number;
  readonly prompts: number;
}

/**
 * Does what is said, also where only what was said before tells what that is: the same text of two users has different
 * answers, and a wrong one would show.
 */
export function canaryModel(): CanaryModel {
  let mixed = 0;
  let prompts = 0;
  return {
    name: "canary",
    samples: false,
    get mixed() {
      return mixed;
    },
    get prompts() {
      return prompts;
    },
    async generate({ messages }: GenerateRequest): Promise<Generation> {
      const prompt = messages.map(({ text }) => text).join("\n");
      prompts += 1;
      if (ownersIn(prompt).length > 1) mixed += 1;
      // Others get in between.
      await new Promise((resolve) => setTimeout(resolve, prompts % 4));
      const said = prompt.slice(prompt.lastIndexOf("<message>"));
      const word = canariesIn(said).at(-1) ?? canariesIn(prompt).at(-1) ?? "nothing";
      const text = JSON.stringify(commandsFor(said, word));
      const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
      return { ok: true, text, finish: "stop", usage, attempts: 1 };
    },
  };
}

function commandsFor(said: string, word: string): unknown {
  const start = (flow: string, isSaid: boolean): readonly object[] => [
    { type: "start_flow", flow },
    ...(isSaid ? [{ type: "set_slot", slot: "word", value: word, flow }] : []),
  ];
  const commands = said.includes("what did I say")
    ? start("recall", true)
    : said.includes("note ")
      ? start("note", said.includes("zq"))
      : said.includes("the same")
        ? [{ type: "set_slot", slot: "word", value: word }]
        : [{ type: "repeat" }];
  return { commands, confidence: 1 };
}
