import { Argument, Command } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { StoreChoice } from "../conversations/open-conversations.ts";
import type { RetryOptions } from "../quarantine/decide.ts";
import type { ListOptions, ShowOptions } from "../quarantine/look.ts";
import { readLimit } from "../read-limit.ts";

export const quarantineCommand: CommandBuilder = ({ console }) => {
  const list = command("list", "the messages that were set aside, the last one first")
    .addArgument(folderArgument())
    .option("-n, --limit <number>", "at most this many", readLimit, 20)
    .option("--json", "print them as JSON")
    .action(async (folder: string, options: ListOptions) => {
      await requireFolder(folder);
      const { listQuarantine } = await import("../quarantine/look.ts");
      await listQuarantine(folder, options, console);
    });
  const show = messageCommand("show", "one of them, with what it says")
    .option("--json", "print it as JSON")
    .action(async (conversationId: string, messageId: string, folder: string, options: ShowOptions) => {
      await requireFolder(folder);
      const { showQuarantined } = await import("../quarantine/look.ts");
      await showQuarantined({ folder, conversationId, messageId }, options, console);
    });
  const retry = messageCommand("retry", "say it once more, here, and print the reply")
    .option("--leave", "only put it back, for a running server to answer")
    .action(async (conversationId: string, messageId: string, folder: string, options: RetryOptions) => {
      await requireFolder(folder);
      const { retryQuarantined } = await import("../quarantine/decide.ts");
      await retryQuarantined({ folder, conversationId, messageId }, options, console);
    });
  const drop = messageCommand("drop", "forget it; its turn stays in the transcript").action(
    async (conversationId: string, messageId: string, folder: string, options: StoreChoice) => {
      await requireFolder(folder);
      const { dropQuarantined } = await import("../quarantine/decide.ts");
      await dropQuarantined({ folder, conversationId, messageId }, options, console);
    },
  );
  return new Command("quarantine")
    .description("list, show, retry or drop messages that were tried three times without an answer")
    .addCommand(list)
    .addCommand(show)
    .addCommand(retry)
    .addCommand(drop)
    .addHelpText(
      "after",
      `
Examples:
  $ soni quarantine list examples/banking
  $ soni quarantine show ana-1 m-7 examples/banking
  $ soni quarantine retry ana-1 m-7 examples/banking
  $ soni quarantine drop ana-1 m-7 examples/banking`,
    );
};

const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option("-s, --store <place>", "where they are stored (default: what the settings say)");

const messageCommand = (name: string, description: string): Command =>
  command(name, description)
    .addArgument(new Argument("<conversation>", "its conversation"))
    .addArgument(new Argument("<message>", "the id of the message"))
    .addArgument(folderArgument());
