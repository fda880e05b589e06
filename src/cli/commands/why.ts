import { Argument, Command } from "commander";
import { requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { StoreChoice } from "../conversations/open-conversations.ts";

export const whyCommand: CommandBuilder = ({ console }) =>
  new Command("why")
    .description("explain a stored conversation: from the words to the commands, the state and the messages")
    .addArgument(new Argument("<conversation>", "its id"))
    .addArgument(new Argument("[turn]", "the number of a turn; left out: all of them"))
    .addArgument(new Argument("[folder]", "the assistant's folder (default: this one)"))
    .option("-s, --store <place>", "instead of the store of the settings")
    .addHelpText(
      "after",
      `
Each turn shows the message, the part of it that a value was taken from, the commands that it was read as, the rule that
refused one, what changed, and which step said what. Steps and slots have their place in the YAML of today.

Examples:
  $ soni why ana-1
  $ soni why ana-1 3 examples/banking --store sqlite:soni.db`,
    )
    .action(async (conversationId: string, first = "", second = ".", options: StoreChoice = {}) => {
      // Without a turn, what comes second is the folder.
      const isTurn = /^\d+$/.test(first);
      const folder = isTurn || first === "" ? second : first;
      await requireFolder(folder);
      const { why } = await import("../why/why.ts");
      await why({ folder, conversationId, turn: isTurn ? Number(first) : null }, options, console);
    });
