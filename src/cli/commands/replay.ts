import { Command, Option } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import { readLimit } from "../read-limit.ts";
import { divergenceKinds } from "../replay/compare-turns.ts";
import type { ReplayOptions } from "../replay/replay.ts";

export const replayCommand: CommandBuilder = ({ console, end }) =>
  new Command("replay")
    .description("hold recorded conversations with this version of an assistant, and say where each goes otherwise")
    .addArgument(folderArgument())
    .option("-s, --store <place>", "where they are recorded (default: what the settings say); nothing is written")
    .option("--was <folder>", "the version that recorded them, if contracts or inputs of actions have changed since")
    .option("-c, --conversation <id...>", "only these")
    .option("-n, --limit <number>", "at most this many, the latest first", readLimit, 100)
    .option("--understand", "understand every message anew, as the settings say (default: the recorded commands)")
    .option("--model <provider:model>", "understand them with this model; 'embedded' needs no key")
    .option("--program <file>", "with this prompt program")
    .addOption(new Option("--ignore <kind...>", "kinds of differences that do not count").choices(divergenceKinds))
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
No action of the project is called. An action at the same place with the same input gives the recorded result; any other
call is a difference of the kind 'action'.

Exit code 0: all went as recorded; 1: some did not.

Examples:
  $ soni replay banking --store sqlite:soni.db
  $ soni replay banking --store sqlite:soni.db --understand --ignore wording`,
    )
    .action(async (folder: string, options: ReplayOptions) => {
      await requireFolder(folder);
      if (options.was !== undefined) await requireFolder(options.was);
      const { replay } = await import("../replay/replay.ts");
      end(await replay(folder, options, console));
    });
