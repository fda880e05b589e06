import { Argument, Command } from "commander";
import { requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { DiffOptions } from "../diff/diff.ts";

export const diffCommand: CommandBuilder = ({ console, end }) =>
  new Command("diff")
    .description("compare two versions of an assistant, and what the newer means for stored conversations")
    .addArgument(new Argument("<old>", "the folder of the version that runs"))
    .addArgument(new Argument("<new>", "the folder of the version that is to run"))
    .option("-s, --store <place>", "judge every conversation that is stored there; nothing is written")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
A conversation is safe (goes on as it is), migrated (goes on, but asks for something again) or stranded (its place is
gone: it says so and offers to begin again). A migrations.ts in the new folder says where renamed steps went.

Exit code 0: nothing is stranded; 1: something is, or cannot be read; 2: a folder is not there.

Examples:
  $ soni diff released/banking banking
  $ soni diff released/banking banking --store sqlite:soni.db`,
    )
    .action(async (old: string, now: string, options: DiffOptions) => {
      await requireFolder(old);
      await requireFolder(now);
      const { diff } = await import("../diff/diff.ts");
      end(await diff({ old, now }, options, console));
    });
