import { Command } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { ChatOptions } from "../chat/chat.ts";
import type { CommandBuilder } from "../command-builder.ts";

export const chatCommand: CommandBuilder = ({ console, end }) =>
  new Command("chat")
    .description("talk to an assistant in the terminal, or through a pipe")
    .addArgument(folderArgument())
    .option("-c, --conversation <id>", "continue this conversation, or begin it under this id")
    .option("-s, --store <place>", "a SQLite file, or 'memory' (default: what the settings say)")
    .option("--json", "print one result a line, for scripts")
    .addHelpText(
      "after",
      `
In a pipe, every line of the input is a message, and only the replies are printed.
Commands can be typed in both; /help lists them.

Examples:
  $ soni chat examples/flight_booking
  $ soni chat examples/flight_booking --conversation ana-1
  $ echo '/start_flow check_booking booking_code=BK-7' | soni chat examples/flight_booking --store memory`,
    )
    .action(async (folder: string, options: ChatOptions) => {
      await requireFolder(folder);
      const { chat } = await import("../chat/chat.ts");
      end(await chat(folder, options, console));
    });
