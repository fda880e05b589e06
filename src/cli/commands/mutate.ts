import { Command, InvalidArgumentError } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { MutateChoice } from "../mutate/mutate.ts";
import { readLimit } from "../read-limit.ts";

export const mutateCommand: CommandBuilder = ({ console, end }) =>
  new Command("mutate")
    .description("change the YAML in small ways, and say which changes no conversation test notices")
    .addArgument(folderArgument())
    .option("--tests <folder>", "where the conversation tests are (default: tests in the assistant's folder)")
    .option("-n, --limit <number>", "at most this many changes, chosen by the seed (default: all)", readLimit)
    .option("--seed <number>", "chooses the changes", readLimit, 1)
    .option("--most <percent>", "unnoticed changes that are accepted", readPercent, 10)
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
A change gives a step another target, drops a confirmation, swaps the slots of two questions or negates a condition.
Nothing is written.

Exit code 0: at most --most percent go unnoticed; 3: more do; 1: a test fails without any change.

Examples:
  $ soni mutate examples/banking
  $ soni mutate examples/banking --limit 20 --seed 3`,
    )
    .action(async (folder: string, options: MutateChoice) => {
      await requireFolder(folder);
      const { mutateFolder } = await import("../mutate/mutate.ts");
      end(await mutateFolder(folder, options, console));
    });

function readPercent(text: string): number {
  const percent = Number(text);
  if (text.trim() === "" || !(percent >= 0 && percent <= 100)) throw new InvalidArgumentError("It takes 0 to 100.");
  return percent;
}
