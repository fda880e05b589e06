import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { type FitMessage, fitMessage } from "../../src/optimize/fit/hypothesis-rows.ts";
import { happeningOf } from "../../src/optimize/metrics/outcomes.ts";
import { ownDocuments } from "../../src/testing/index.ts";
import { type LabelledRequest, readWordLabels, replayed, wordConversations } from "./word-labels.ts";

/** Messages to the examples: the labelled ones of tests/understanding, and those of the conversations of tests/words. */
export async function wordMessages(): Promise<readonly FitMessage[]> {
  const folder = join(import.meta.dirname, "../../tests/understanding");
  const labelled = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => readYamlRows(readFileSync(join(folder, name), "utf8")))
    .map((row) => fitMessage(row, "tests/understanding"));
  return [...labelled, ...(await heardMessages())];
}

async function heardMessages(): Promise<readonly FitMessage[]> {
  const documents = ownDocuments({ cacheDirectory: join(import.meta.dirname, "../../node_modules/.cache/soni-words") });
  const found = new Map<string, FitMessage>();
  for (const [file, labels] of Object.entries(readWordLabels()))
    for (const conversation of await wordConversations(file)) {
      const turns = labels[conversation.name];
      const heard = turns === undefined ? [] : await replayed(conversation, turns, documents);
      if (heard === null)
        console.log(`${file}, ${conversation.name}: its labels no longer fit, so it teaches nothing.`);
      for (const each of heard ?? []) if (!found.has(keyOf(each))) found.set(keyOf(each), messageOf(each));
    }
  await documents.close();
  return [...found.values()];
}

/** Conversations begin alike: the same message in the same place counts once. */
const keyOf = ({ request: { message, context } }: LabelledRequest): string => {
  const { awaiting, active, known, paused, instances, flows, language } = context;
  const names = [active, ...paused, ...flows].map((flow) => flow?.name ?? null);
  return JSON.stringify([message, awaiting, known, instances, names, language]);
};

const messageOf = ({ request: { message, context }, expected }: LabelledRequest): FitMessage => ({
  domain: "tests/words",
  message,
  context,
  judge: (commands) => happeningOf(expected, commands, { context }),
});
