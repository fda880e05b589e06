import { Command, InvalidArgumentError } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { StoreChoice } from "../conversations/open-conversations.ts";
import type { CheckOptions, GenerateOptions, OutOption } from "../dataset/dataset.ts";

export const datasetCommand: CommandBuilder = ({ console, end }) => {
  const generate = command(
    "generate",
    "make rows of templates, crossed with the flows, slots and states of the assistant",
  )
    .option("-n, --rows <number>", "at most this many", whole, 500)
    .option("--seed <number>", "another seed, other rows", whole, 1)
    .option("--now <moment>", "what 'tomorrow' is counted from", moment, "2026-11-16T10:00:00+01:00")
    .option("--paraphrase <number>", "let a model say each row to learn from in so many other ways", whole)
    .option("--writer <name>", "that model: provider:model (default: what the settings say)")
    .action(async (folder: string, options: GenerateOptions) => {
      await requireFolder(folder);
      const { generateDataset } = await import("../dataset/dataset.ts");
      end(await generateDataset(folder, options, console));
    });
  const tests = command("from-tests", "the messages of conversation tests, each in the place where it is said")
    .option("--tests <place>", "a test file, or a folder of them (default: tests)")
    .action(async (folder: string, options: OutOption & { tests?: string }) => {
      await requireFolder(folder);
      const { datasetFromTests } = await import("../dataset/from-tests.ts");
      end(await datasetFromTests(folder, options, console));
    });
  const conversations = command("from-conversations", "stored turns of users who agreed to it, with secrets masked")
    .option("--store <place>", "another store than that of the settings")
    .action(async (folder: string, options: OutOption & StoreChoice) => {
      await requireFolder(folder);
      const { datasetFromConversations } = await import("../dataset/from-conversations.ts");
      end(await datasetFromConversations(folder, options, console));
    });
  const check = new Command("check")
    .description("find duplicates across splits, contradictions, unknown labels and secrets")
    .addArgument(folderArgument())
    .option("-d, --data <place>", "a file of rows, or a folder of them (default: tests/understanding)")
    .option("--json", "print the findings as JSON")
    .action(async (folder: string, options: CheckOptions) => {
      await requireFolder(folder);
      const { checkDataset } = await import("../dataset/dataset.ts");
      end(await checkDataset(folder, options, console));
    });
  return new Command("dataset")
    .description("make and check labelled messages, to measure and to learn from")
    .addCommand(generate)
    .addCommand(tests)
    .addCommand(conversations)
    .addCommand(check)
    .addHelpText(
      "after",
      `
A row has a message, the place where it is said and the commands that it means. Rows of one group are twins; the group
decides whether a row is for training, for looking at meanwhile (dev), or for the end (test).

Examples:
  $ soni dataset generate examples/banking --out rows.jsonl
  $ soni dataset from-tests examples/banking --out from-tests.jsonl
  $ soni dataset from-conversations examples/banking --out real.jsonl
  $ soni dataset check examples/banking --data rows.jsonl
  $ soni eval examples/banking --data rows.jsonl --split test`,
    );
};

const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .addArgument(folderArgument())
    .option("-o, --out <file>", "a file for the rows, as JSONL (default: the output)");

function whole(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0 && number <= 1_000_000) return number;
  throw new InvalidArgumentError("Write a whole number above 0.");
}

function moment(value: string): string {
  if (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) &&
    /(?:Z|[+-]\d{2}:\d{2})$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
    return value;
  throw new InvalidArgumentError("Write a date and time with its offset, such as 2026-11-16T10:00:00+01:00.");
}
