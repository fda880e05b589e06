import { Command } from "commander";
import type { CommandBuilder } from "../command-builder.ts";
import type { InitOptions } from "../init/init.ts";

export const initCommand: CommandBuilder = ({ console, end }) =>
  new Command("init")
    .description("write a new assistant that runs at once: YAML, actions, documents, tests")
    .argument("[folder]", "where to write it")
    .option("-t, --template <name>", "empty, booking, helpdesk or banking")
    .option("--name <name>", "what the assistant is called")
    .option("-y, --yes", "ask nothing, and take what is usual")
    .addHelpText(
      "after",
      `
Nothing that is there already is overwritten.

Examples:
  $ soni init
  $ soni init support --template helpdesk --yes
  $ npm create soni`,
    )
    .action(async (folder: string | undefined, options: InitOptions) => {
      const { init } = await import("../init/init.ts");
      end(await init(folder, options, console));
    });
