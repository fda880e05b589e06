import { Argument, Command, InvalidArgumentError } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { DeleteOptions } from "../conversations/delete.ts";
import type { ListOptions } from "../conversations/list.ts";
import type { StoreChoice } from "../conversations/open-conversations.ts";

const conversationArgument = () => new Argument("<id>", "the conversation");

export const conversationsCommand: CommandBuilder = ({ console }) => {
  const list = command("list", "the latest conversations, with their number of turns")
    .addArgument(folderArgument())
    .option("-n, --limit <number>", "at most so many", readLimit, 20)
    .option("--json", "print them as JSON")
    .action(async (folder: string, options: ListOptions) => {
      await requireFolder(folder);
      const { listConversations } = await import("../conversations/list.ts");
      await listConversations(folder, options, console);
    });
  const show = command("show", "what was said in one")
    .addArgument(conversationArgument())
    .addArgument(folderArgument())
    .action(async (conversationId: string, folder: string, options: StoreChoice) => {
      await requireFolder(folder);
      const { showConversation } = await import("../conversations/show.ts");
      await showConversation({ folder, conversationId }, options, console);
    });
  const exported = command("export", "everything that is kept of one, as JSON: transcript, commands, events")
    .addArgument(conversationArgument())
    .addArgument(folderArgument())
    .action(async (conversationId: string, folder: string, options: StoreChoice) => {
      await requireFolder(folder);
      const { exportConversation } = await import("../conversations/show.ts");
      await exportConversation({ folder, conversationId }, options, console);
    });
  const deleted = command("delete", "forget one for good")
    .addArgument(conversationArgument())
    .addArgument(folderArgument())
    .option("-y, --yes", "do not ask")
    .action(async (conversationId: string, folder: string, options: DeleteOptions) => {
      await requireFolder(folder);
      const { deleteConversation } = await import("../conversations/delete.ts");
      await deleteConversation({ folder, conversationId }, options, console);
    });
  return new Command("conversations")
    .description("list, show, export or delete stored conversations")
    .addCommand(list)
    .addCommand(show)
    .addCommand(exported)
    .addCommand(deleted)
    .addHelpText(
      "after",
      `
Examples:
  $ soni conversations list examples/banking
  $ soni conversations show ana-1 examples/banking
  $ soni conversations export ana-1 examples/banking > ana-1.json
  $ soni conversations delete ana-1 examples/banking --yes`,
    );
};

const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option("-s, --store <place>", "where they are stored (default: what the settings say)");

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError("It takes a whole number from 1 up.");
  return limit;
}
