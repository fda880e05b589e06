import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "../../src/engine/commands/command.ts";
import { commandSchema, writeCommand } from "../../src/optimize/datasets/written-command.ts";
import { ownDocuments, runConversation } from "../../src/testing/index.ts";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import {
  labelsFile,
  readWordLabels,
  replayed,
  type WordLabels,
  wordConversations,
  wordsFolder,
} from "./word-labels.ts";

/**
 * Labels the conversations of tests/words that have no labels yet. A message gets what was understood as its label, if its conversation passes its
 * test and passes again with the labels alone. Existing labels stay as long as their conversation passes with them; `--all` writes all of them again.
 */
const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/soni-words");
const understander = createEmbeddedUnderstander({ cacheDirectory, deadline: 60_000 });
const documents = ownDocuments({ cacheDirectory });
await understander.ready();

const before = process.argv.includes("--all") ? {} : readWordLabels();
const files: Record<string, WordLabels[string]> = {};
let [kept, added, without] = [0, 0, 0];
for (const file of readdirSync(wordsFolder).filter((name) => name.endsWith(".yaml"))) {
  const labelled: Record<string, WordLabels[string][string]> = {};
  for (const conversation of await wordConversations(file)) {
    const known = before[file]?.[conversation.name];
    if (known !== undefined && (await replayed(conversation, known, documents)) !== null) {
      labelled[conversation.name] = known;
      kept += 1;
      continue;
    }
    const heard: [string, Command[]][] = [];
    const { passed } = await runConversation(conversation, {
      understander: {
        async understand(request) {
          const understood = await understander.understand(request);
          heard.push([request.message, understood.commands.map(withoutWeights)]);
          return understood;
        },
      },
      knowledgeBase: documents.knowledgeBase,
      host: "direct",
    });
    if (passed && (await replayed(conversation, heard, documents)) !== null) {
      labelled[conversation.name] = heard;
      added += 1;
    } else without += 1;
  }
  files[file] = labelled;
}
mkdirSync(dirname(labelsFile), { recursive: true });
writeFileSync(labelsFile, written(files));
console.log(`${kept} conversations keep their labels, ${added} are labelled, ${without} have none.`);
await understander.close();
await documents.close();

function withoutWeights(command: Command): Command {
  const {
    confidence: _,
    alternatives: __,
    slotConfidence: ___,
    ...plain
  } = command as Command & {
    readonly confidence?: number;
    readonly alternatives?: unknown;
    readonly slotConfidence?: unknown;
  };
  return plain as Command;
}

/** A line for each message. */
function written(labels: WordLabels): string {
  return Object.entries(labels)
    .flatMap(([file, conversations]) => [
      `${file}:`,
      ...Object.entries(conversations).flatMap(([name, turns]) => [
        `  ${JSON.stringify(name)}:`,
        ...turns.map(([message, commands]) => `    - ${JSON.stringify([message, commands.map(writtenCommand)])}`),
      ]),
      "",
    ])
    .join("\n");
}

/** Values keep their types: a text that reads as a number would not. */
function writtenCommand(command: Command): unknown {
  const short = writeCommand(command);
  return JSON.stringify(sorted(commandSchema.parse(short))) === JSON.stringify(sorted(command)) ? short : command;
}

function sorted(command: Command): unknown {
  return Object.entries(command).sort(([left], [right]) => (left < right ? -1 : 1));
}
