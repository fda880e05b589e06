import { Command } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { DevOptions } from "../dev/dev.ts";

export const devCommand: CommandBuilder = ({ console, end }) =>
  new Command("dev")
    .description("serve an assistant while you build it: edits take effect at once")
    .addArgument(folderArgument())
    .option("-p, --port <number>", "the port to listen on, on this machine only", "3000")
    .option("-s, --store <place>", "a SQLite file, or 'memory' (default: what the settings say)")
    .option("--log-level <level>", "trace, debug, info, warn, error or silent", "warn")
    .addHelpText(
      "after",
      `
YAML, actions, validators and documents are read again when they change, and conversations go on. An edit with errors
shows them here and in the page; the last good version keeps serving.

Example:
  $ soni dev examples/flight_booking`,
    )
    .action(async (folder: string, options: DevOptions) => {
      await requireFolder(folder);
      const { dev } = await import("../dev/dev.ts");
      end(await dev(folder, options, console));
    });
