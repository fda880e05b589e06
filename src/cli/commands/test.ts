import { Command, InvalidArgumentError, Option } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import { readLimit } from "../read-limit.ts";
import type { TestOptions } from "../test/test.ts";

function readPercent(text: string): number {
  const percent = Number(text);
  if (text.trim() === "" || !(percent >= 0 && percent <= 100)) throw new InvalidArgumentError("It takes 0 to 100.");
  return percent;
}

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
    .option("--jobs <number>", "conversations at the same time", readLimit, 4)
    .option("--watch", "run again after each edit")
    .option("--recorded", "have words understood by the model of the settings, from its recorded answers")
    .option("--record", "ask the model of the settings, and record its answers in tests/recorded.json")
    .option("--live", "ask the model of the settings, and record nothing")
    .option("--coverage", "list what no conversation met")
    .option("--require <figures>", "coverage to reach, else the exit code is 3: steps>=0.95,branches>=0.8")
    .addOption(
      new Option("--mutate", "change the YAML in small ways, and say which changes no conversation notices").conflicts([
        "watch",
        "record",
        "live",
      ]),
    )
    .option(
      "--most <percent>",
      "with --mutate: unnoticed changes that are accepted, else the exit code is 3",
      readPercent,
      10,
    )
    .option(
      "--limit <number>",
      "with --mutate: at most this many changes, chosen by the seed (default: all)",
      readLimit,
    )
    .option("--seed <number>", "with --mutate: chooses the changes", readLimit, 1)
    .option("--junit <file>", "write the results as JUnit XML")
    .option("--json <file>", "write the results and the coverage as JSON")
    .option("--html <file>", "write an HTML report with the flows as diagrams")
    .addHelpText(
      "after",
      `
A turn that has 'commands' means these. One without them is understood as the server would do it without a model, or by the model of
the settings with --recorded, --record or --live. All files below tests/ that have 'conversations' are read.

A change of --mutate gives a step another target, drops a confirmation or an input of an action, swaps the slots of two questions
or negates a condition.
Nothing is written.

Examples:
  $ soni test examples/banking
  $ soni test examples/banking --in words --coverage --require steps>=0.95
  $ soni test examples/banking --mutate --limit 20 --seed 3
  $ soni test . --watch`,
    )
    .action(async (folder: string, options: TestOptions) => {
      await requireFolder(folder);
      const { test } = await import("../test/test.ts");
      end(await test(folder, options, console));
    });
