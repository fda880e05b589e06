import { Argument, Command, Option } from "commander";
import { SoniError } from "../../engine/errors.ts";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { DeleteOptions } from "../conversations/delete.ts";
import type { ListOptions } from "../conversations/list.ts";
import type { StoreChoice } from "../conversations/open-conversations.ts";
import type { PruneOptions } from "../conversations/prune.ts";
import { readLimit } from "../read-limit.ts";

interface ShowOptions extends StoreChoice {
  readonly at?: number;
  readonly trace?: true;
}

const conversationArgument = () => new Argument("<id>", "the conversation");

export const conversationsCommand: CommandBuilder = ({ console }) => {
  const list = command("list", "the latest conversations, with their number of turns")
    .addArgument(folderArgument())
    .option("-n, --limit <number>", "at most this many", readLimit, 20)
    .option("--json", "print them as JSON")
    .action(async (folder: string, options: ListOptions) => {
      await requireFolder(folder);
      const { listConversations } = await import("../conversations/list.ts");
      await listConversations(folder, options, console);
    });
  const show = command("show", "what was said in one, what happened, or its state after a turn")
    .addArgument(conversationArgument())
    .addArgument(folderArgument())
    .option("--at <turn>", "the state at the end of this turn, as JSON (with persistence.history: full)", readLimit)
    .addOption(new Option("--trace", "what happened, an event a line, with its time and data").conflicts("at"))
    .action(async (conversationId: string, folder: string, { at, trace, ...options }: ShowOptions) => {
      await requireFolder(folder);
      const { showConversation, showStateAt, showTrace } = await import("../conversations/show.ts");
      const place = { folder, conversationId };
      if (trace === true) return showTrace(place, options, console);
      await (at === undefined
        ? showConversation(place, options, console)
        : showStateAt({ ...place, turn: at }, options, console));
    });
  const exported = command("export", "everything that is kept of one, as JSON: transcript, commands, events")
    .addArgument(conversationArgument())
    .addArgument(folderArgument())
    .action(async (conversationId: string, folder: string, options: StoreChoice) => {
      await requireFolder(folder);
      const { exportConversation } = await import("../conversations/show.ts");
      await exportConversation({ folder, conversationId }, options, console);
    });
  const asTest = command(
    "to-test",
    "one as a conversation test, in YAML: what was said, how it was understood, what was answered",
  )
    .addArgument(conversationArgument())
    .addArgument(folderArgument())
    .action(async (conversationId: string, folder: string, options: StoreChoice) => {
      await requireFolder(folder);
      const { printAsTest } = await import("../conversations/to-test.ts");
      await printAsTest({ folder, conversationId }, options, console);
    });
  const released = command("release", "give one back from a person to the assistant")
    .addArgument(conversationArgument())
    .addArgument(folderArgument())
    .action(async (conversationId: string, folder: string, options: StoreChoice) => {
      await requireFolder(folder);
      const { releaseConversation } = await import("../conversations/release.ts");
      await releaseConversation({ folder, conversationId }, options, console);
    });
  const deleted = command("delete", "forget one for good, or with --user all of a user")
    .addArgument(new Argument("[id]", "the conversation; left out with --user"))
    .addArgument(folderArgument())
    .option("-u, --user <name>", "all conversations of this user of the server")
    .option("--issuer <issuer>", "of the user's JSON web tokens (default: the user is a name in SONI_TOKENS)")
    .option("-y, --yes", "do not ask")
    .action(async (first: string | undefined, second: string, { user, ...options }: DeleteOptions) => {
      const { deleteConversation, deleteUser } = await import("../conversations/delete.ts");
      if (user !== undefined) {
        // Without an id, what comes first is the folder.
        const folder = first ?? second;
        await requireFolder(folder);
        return deleteUser({ folder, user }, options, console);
      }
      if (first === undefined)
        throw new SoniError("cli.no_conversation", "Name a conversation, or a user with --user.");
      await requireFolder(second);
      await deleteConversation({ folder: second, conversationId: first }, options, console);
    });
  const pruned = command("prune", "forget what is older than the settings say, as a server does every hour")
    .addArgument(folderArgument())
    .option("--all", "also if the date is far ahead of the last time: it is right")
    .action(async (folder: string, options: PruneOptions) => {
      await requireFolder(folder);
      const { pruneConversations } = await import("../conversations/prune.ts");
      await pruneConversations(folder, options, console);
    });
  return new Command("conversations")
    .description("list, show, export, release, delete or prune stored conversations, or make tests of them")
    .addCommand(list)
    .addCommand(show)
    .addCommand(exported)
    .addCommand(asTest)
    .addCommand(released)
    .addCommand(deleted)
    .addCommand(pruned)
    .addHelpText(
      "after",
      `
Examples:
  $ soni conversations list examples/banking
  $ soni conversations show ana-1 examples/banking
  $ soni conversations show ana-1 examples/banking --trace
  $ soni conversations show ana-1 examples/banking --at 3
  $ soni conversations export ana-1 examples/banking > ana-1.json
  $ soni conversations to-test ana-1 examples/banking > examples/banking/tests/ana-1.yaml
  $ soni conversations release ana-1 examples/banking
  $ soni conversations delete ana-1 examples/banking --yes
  $ soni conversations delete --user ana examples/banking
  $ soni conversations prune examples/banking`,
    );
};

const command = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option("-s, --store <place>", "where they are stored (default: what the settings say)");
