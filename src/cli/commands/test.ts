import { Command, InvalidArgumentError, Option } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { TestOptions } from "../test/test.ts";

const count = (value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("Give a number from 1 on.");
  return number;
};

export const testCommand: CommandBuilder = ({ console, end }) =>
  new Command("test")
    .description("hold the conversations of an assistant's tests, and say what they do not cover")
    .addArgument(folderArgument())
    .option("--name <part>", "only conversations whose name or file has this in it")
    .addOption(
      new Option("--in <way>", "only conversations in users' words, or only those in commands").choices([
        "words",
        "commands",
      ]),
    )
    .option("--jobs <number>", "conversations at the same time", count, 4)
    .option("--watch", "run again after each edit")
    .option("--recorded", "have words understood by the model of the settings, from its recorded answers")
    .option("--record", "ask the model of the settings, and record its answers in tests/recorded.json")
    .option("--live", "ask the model of the settings, and record nothing")
    .option("--coverage", "list what no conversation met")
    .option("--require <figures>", "coverage to reach, else the exit code is 3: steps>=0.95,branches>=0.8")
    .option("--junit <file>", "write the results as JUnit XML")
    .option("--json <file>", "write the results and the coverage as JSON")
    .option("--html <file>", "write an HTML report with the flows as diagrams")
    .addHelpText(
      "after",
      `
A turn that has 'commands' means these. One without them is understood as the server would do it without a model, or by the model of
the settings with --recorded, --record or --live. All files below tests/ that have 'conversations' are read.

Examples:
  $ soni test examples/banking
  $ soni test examples/banking --in words --coverage --require steps>=0.95
  $ soni test . --watch`,
    )
    .action(async (folder: string, options: TestOptions) => {
      await requireFolder(folder);
      const { test } = await import("../test/test.ts");
      end(await test(folder, options, console));
    });
