import { Command, InvalidArgumentError, Option } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { EvalOptions } from "../eval/eval.ts";

const robustnessKinds = ["typos", "paraphrases", "injections"];

export const evalCommand: CommandBuilder = ({ console, end }) =>
  new Command("eval")
    .description("measure how well labelled messages are understood")
    .addArgument(folderArgument())
    .option("-d, --data <place>", "a file of labelled messages, or a folder of them (default: tests/understanding)")
    .option("-u, --understander <name>", "embedded, or provider:model; several are compared", collect, [])
    .option("--program <file>", "a prompt program for models, or 'default'; several are compared", collect, [])
    .addOption(new Option("--split <name>", "only rows of this split").choices(["train", "dev", "test"]))
    .option("--concurrency <number>", "questions at the same time (default: 8 for models, 1 for embedded)", count)
    .option("--repeats <number>", "how often each message is asked", count, 1)
    .option("--max-errors <number>", "questions without an answer before it stops: 20, or 5%", "5%")
    .option("--no-cache", "ask again what was answered before")
    .option("--require <figures>", "figures to reach, else the exit code is 3: exact>=0.9,recall:affirm>=0.95")
    .option("--robustness <kinds>", "typos, paraphrases, injections: measured as well", kinds, [])
    .option("--writer <name>", "the model that writes paraphrases: provider:model (default: the first measured)")
    .option("--dialogues [place]", "hold whole dialogues of conversation tests as well (default: tests)")
    .option("--report <file>", "write an HTML report, and the result as JSON beside it")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
A YAML file lists where a message is said, the message, and the commands that it means:
  now: "2026-11-16T10:00:00+01:00"
  contexts:
    idle: { awaiting: message }
    ask_amount: { awaiting: slot amount, active: transfer_money, last: "How much?" }
  cases:
    - [idle, "send 50 euros to Ana", [start_flow transfer_money, set_slot amount=50, set_slot recipient=Ana]]
    - [ask_amount, never mind, [cancel_flow]]
A JSONL file has one row a line; 'soni dataset generate' writes one.

A model is measured alone: no fallback answers for it. Answers are kept on disk, so a run that was stopped goes on
where it was when it is started again, and pays for nothing twice.

Exit code 0: measured; 3: measured, and a figure of --require is not reached; 1: nothing to measure, or too much failed.

Examples:
  $ soni eval examples/banking
  $ soni eval examples/banking --robustness typos,injections --dialogues --report report.html
  $ soni eval examples/banking -u embedded -u openai:gpt-4.1-mini --require "exact>=0.9"`,
    )
    .action(async (folder: string, options: EvalOptions) => {
      await requireFolder(folder);
      const { evaluateFolder } = await import("../eval/eval.ts");
      end(await evaluateFolder(folder, options, console));
    });

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function count(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0 && number <= 1_000) return number;
  throw new InvalidArgumentError("Write a whole number from 1 to 1000.");
}

function kinds(value: string): readonly string[] {
  const named = value.split(",").map((kind) => kind.trim());
  const unknown = named.find((kind) => !robustnessKinds.includes(kind));
  if (unknown === undefined) return named;
  throw new InvalidArgumentError(`'${unknown}' is not one of ${robustnessKinds.join(", ")}.`);
}
