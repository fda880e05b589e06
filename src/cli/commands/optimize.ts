import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { OptimizeOptions } from "../optimize/options.ts";

export const optimizeCommand: CommandBuilder = ({ console, end }) => {
  const apply = new Command("apply")
    .description("let the settings of an assistant name a program")
    .addArgument(folderArgument())
    .addArgument(new Argument("[program]", "its id or its file (default: the one that was accepted last)"))
    .addHelpText(
      "after",
      `
Writes models.nlu.program into the YAML of the folder, where comments and order stay, and checks the assistant.
'soni optimize apply <folder> default' goes back to the built-in program.

Examples:
  $ soni optimize apply bikes
  $ soni optimize apply bikes 3f9a1c07b2de`,
    )
    .action(async (folder: string, program: string | undefined) => {
      await requireFolder(folder);
      const { applyProgram } = await import("../optimize/apply.ts");
      end(await applyProgram(folder, program, console));
    });
  const diff = new Command("diff")
    .description("show what two programs tell a model differently")
    .addArgument(folderArgument())
    .addArgument(new Argument("[program]", "its id or its file (default: the one that was accepted last)"))
    .addArgument(new Argument("[before]", "the program to compare it with (default: the one that the settings name)"))
    .addHelpText(
      "after",
      `
Examples:
  $ soni optimize diff bikes
  $ soni optimize diff bikes 3f9a1c07b2de default`,
    )
    .action(async (folder: string, program: string | undefined, before: string | undefined) => {
      await requireFolder(folder);
      const { diffPrograms } = await import("../optimize/diff.ts");
      end(await diffPrograms(folder, { program, before }, console));
    });
  return new Command("optimize")
    .description("improve the prompts of understanding with labelled messages")
    .addArgument(folderArgument())
    .addOption(
      new Option("--for <understander>", "whose understanding: prompts of a model, or weights of the embedded one")
        .choices(["model", "embedded"])
        .default("model"),
    )
    .addOption(new Option("--with <search>", "how to search").choices(["bootstrap", "mipro", "gepa"]).default("gepa"))
    .option("-d, --data <place>", "a file of labelled messages, or a folder of them (default: tests/understanding)")
    .option("-m, --model <name>", "whose prompts: provider:model (default: what the settings say)")
    .option("--reflect <name>", "the model that writes instructions: provider:model (default: the same)")
    .addOption(
      new Option("--auto <effort>", "how long to search").choices(["light", "medium", "heavy"]).default("light"),
    )
    .option("--metric <metric>", "what to improve: f1, exact, or a file whose default export is a metric", "f1")
    .option("--budget-calls <number>", "requests to models at most, those of the gate included", whole)
    .option("--budget-tokens <number>", "tokens at most", whole)
    .option("--budget-cost <dollars>", "US dollars at most", amount)
    .option("--budget-minutes <number>", "minutes of work at most", amount)
    .addOption(
      new Option("--max-cost-increase <percent>", "how much dearer a message may become")
        .argParser(percent)
        .default(0.25, "25%"),
    )
    .addOption(
      new Option("--max-loss <points>", "points of F1 that a command with consequences may lose, of 100")
        .argParser(percent)
        .default(0.02, "2"),
    )
    .option("--seed <number>", "another seed, another search", whole, 1)
    .option("--concurrency <number>", "questions at the same time", whole, 8)
    .option("--learn-from-conversations", "let programs show messages of stored conversations")
    .option("--estimate", "say what it will take, and stop")
    .option("--resume", "continue a run that was stopped; what is paid for is not asked again")
    .option("--json", "print the result as JSON")
    .addCommand(apply)
    .addCommand(diff)
    .addHelpText(
      "after",
      `
Searches:
  bootstrap  finds demonstrations: messages that the model answers right, shown as examples. Few calls, no second model.
  mipro      proposes instructions and sets of demonstrations, and tries combinations (MIPROv2).
  gepa       lets a model reflect on mistakes and rewrite the instruction, step by step (GEPA).

Rows are split by group: six in ten to learn from, two to choose by, two for the gate. The gate accepts a program only if
it is better on its rows by more than chance (p < 0.05), no command with consequences is understood worse by more than
2 points, a message costs at most a quarter more, and no more planted texts are obeyed than before.

With --for embedded no model is asked: the weights of the embedded understander are fitted to the rows, the same gate judges
them, and accepted ones are written to programs/<id>.weights.json, for models.nlu.weights in the settings.

An accepted program is written to programs/<id>.json. A report is in programs/runs/<run>/report.html.

Exit code 0: a program was accepted; 2: none is better (or the command line is wrong); 1: it failed; 130: stopped by Ctrl-C.

Examples:
  $ soni dataset generate bikes --out rows.jsonl
  $ soni optimize bikes --data rows.jsonl --estimate
  $ soni optimize bikes --data rows.jsonl --with gepa --reflect openai:gpt-5 --budget-cost 5
  $ soni optimize diff bikes
  $ soni optimize apply bikes
  $ soni optimize bikes --for embedded --data rows.jsonl`,
    )
    .action(async (folder: string, options: OptimizeOptions) => {
      await requireFolder(folder);
      if (options.for === "embedded") {
        const { fitFolder } = await import("../optimize/fit-folder.ts");
        end(await fitFolder(folder, options, console));
        return;
      }
      const { optimizeFolder } = await import("../optimize/optimize.ts");
      end(await optimizeFolder(folder, options, console));
    });
};

function whole(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0 && number <= 1_000_000_000) return number;
  throw new InvalidArgumentError("Write a whole number above 0.");
}

function amount(value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError("Write a number above 0.");
}

function percent(value: string): number {
  const [, number] = /^\+?(\d+(?:\.\d+)?)%?$/.exec(value.trim()) ?? [];
  if (number !== undefined) return Number(number) / 100;
  throw new InvalidArgumentError("Write a number of 100, such as 25 or 25%.");
}
