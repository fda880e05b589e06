import { Command, InvalidArgumentError, Option } from "commander";
import { exploredKinds } from "../../testing/explore/judge-turn.ts";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { ExploreOptions } from "../explore/explore.ts";
import { readLimit } from "../read-limit.ts";

export const exploreCommand: CommandBuilder = ({ console, end }) =>
  new Command("explore")
    .description("try everything that users can answer in each flow, and tell what should not happen")
    .addArgument(folderArgument())
    .option("--depth <number>", "messages in a conversation", readLimit, 12)
    .option("--states <number>", "situations of a flow", readLimit, 500)
    .option("--random <number>", "also let this many random users talk", readLimit)
    .option("--seed <number>", "of the first random user; the next has the next number", readSeed, 1)
    .addOption(new Option("--allow <kind...>", "kinds of findings that are meant so").choices(exploredKinds))
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
No action of the project is called: each gives values of the types of its outputs, all that conditions ask about, or fails.
Validators are called. Exit code 0: nothing found; 1: something was found.

Examples:
  $ soni explore examples/banking
  $ soni explore examples/banking --random 200 --seed 7`,
    )
    .action(async (folder: string, options: ExploreOptions) => {
      await requireFolder(folder);
      const { explore } = await import("../explore/explore.ts");
      end(await explore(folder, options, console));
    });

function readSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a number.");
  return Number(text);
}
