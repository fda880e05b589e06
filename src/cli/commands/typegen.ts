import { Command, Option } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { TypegenOptions } from "../typegen/typegen.ts";

export const typegenCommand: CommandBuilder = ({ console, end }) =>
  new Command("typegen")
    .description("write TypeScript types for the slots, flows and actions of an assistant")
    .addArgument(folderArgument())
    .addOption(new Option("--check", "write nothing; say whether the types fit the YAML").conflicts("watch"))
    .option("--watch", "write them again after each edit, until Ctrl-C")
    .addHelpText(
      "after",
      `
They are written to soni-types.d.ts in the folder. 'soni dev' keeps a file that is there up to date.

Exit code 0: done; 1: the YAML has errors, or with --check the types do not fit it.

Examples:
  $ soni typegen examples/banking
  $ soni typegen examples/banking --check`,
    )
    .action(async (folder: string, options: TypegenOptions) => {
      await requireFolder(folder);
      const { typegen } = await import("../typegen/typegen.ts");
      end(await typegen(folder, options, console));
    });
