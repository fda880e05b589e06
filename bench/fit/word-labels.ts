import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { Command } from "../../src/engine/commands/command.ts";
import { commandSchema } from "../../src/optimize/datasets/written-command.ts";
import { type Conversation, loadConversations, type OwnDocuments, runConversation } from "../../src/testing/index.ts";
import type { UnderstandRequest } from "../../src/understand/understander.ts";

/** By file of tests/words and conversation: what each message of a user means, in the order in which they are understood. */
export const wordLabels = z.record(
  z.string(),
  z.record(z.string(), z.array(z.tuple([z.string(), z.array(commandSchema)]))),
);
export type WordLabels = z.infer<typeof wordLabels>;
type Labels = WordLabels[string][string];

export const wordsFolder = "tests/words";
export const labelsFile = join(import.meta.dirname, "words/labels.yaml");

export const readWordLabels = (): WordLabels => wordLabels.parse(parse(readFileSync(labelsFile, "utf8")));

export const wordConversations = (file: string): Promise<readonly Conversation[]> =>
  loadConversations(`${wordsFolder}/${file}`);

export interface LabelledRequest {
  readonly request: UnderstandRequest;
  readonly expected: readonly Command[];
}

/** Holds a conversation with its labels instead of an understander. Null: it does not go as its test expects. */
export async function replayed(
  conversation: Conversation,
  labels: Labels,
  { knowledgeBase }: OwnDocuments,
): Promise<readonly LabelledRequest[] | null> {
  const heard: LabelledRequest[] = [];
  const { passed } = await runConversation(conversation, {
    understander: {
      async understand(request) {
        const [message, expected] = labels[heard.length] ?? ["", []];
        if (message !== request.message) return { commands: [], confidence: 0 };
        heard.push({ request, expected });
        return { commands: expected, confidence: 1 };
      },
    },
    knowledgeBase,
    host: "direct",
  });
  return passed && heard.length === labels.length ? heard : null;
}
