import { Command } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { EvalOptions } from "../eval/eval.ts";

export const evalCommand: CommandBuilder = ({ console, end }) =>
  new Command("eval")
    .description("measure how well labelled messages are understood")
    .addArgument(folderArgument())
    .option("-d, --data <place>", "a file of labelled messages, or a folder of them (default: tests/understanding)")
    .option("-u, --understander <name>", "embedded, or provider:model (default: what the settings say)")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
A file lists where a message is said, the message, and the commands that it means:
  now: "2026-11-16T10:00:00+01:00"
  contexts:
    idle: { awaiting: message }
    ask_amount: { awaiting: slot amount, active: transfer_money, last: "How much?" }
  cases:
    - [idle, "send 50 euros to Ana", [start_flow transfer_money, set_slot amount=50, set_slot recipient=Ana]]
    - [ask_amount, never mind, [cancel_flow]]

Exit code 0: measured; 1: nothing to measure, or it failed.

Examples:
  $ soni eval examples/banking
  $ soni eval examples/banking --data tests/understanding/banking.yaml --json
  $ soni eval examples/banking --understander openai:gpt-4.1-mini`,
    )
    .action(async (folder: string, options: EvalOptions) => {
      await requireFolder(folder);
      const { evaluateFolder } = await import("../eval/eval.ts");
      end(await evaluateFolder(folder, options, console));
    });
