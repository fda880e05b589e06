import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { CommandBuilder } from "./command-builder.ts";
import { chatCommand } from "./commands/chat.ts";
import { checkCommand } from "./commands/check.ts";
import { conversationsCommand } from "./commands/conversations.ts";
import { datasetCommand } from "./commands/dataset.ts";
import { devCommand } from "./commands/dev.ts";
import { diffCommand } from "./commands/diff.ts";
import { evalCommand } from "./commands/eval.ts";
import { exploreCommand } from "./commands/explore.ts";
import { graphCommand } from "./commands/graph.ts";
import { initCommand } from "./commands/init.ts";
import { optimizeCommand } from "./commands/optimize.ts";
import { quarantineCommand } from "./commands/quarantine.ts";
import { replayCommand } from "./commands/replay.ts";
import { schemaCommand } from "./commands/schema.ts";
import { serveCommand } from "./commands/serve.ts";
import { simulateCommand } from "./commands/simulate.ts";
import { testCommand } from "./commands/test.ts";
import { typegenCommand } from "./commands/typegen.ts";
import { whyCommand } from "./commands/why.ts";
import type { Console } from "./console.ts";

/** A new command is a file in commands/ and a name in this list. */
const builders: readonly CommandBuilder[] = [
  chatCommand,
  checkCommand,
  conversationsCommand,
  datasetCommand,
  devCommand,
  diffCommand,
  evalCommand,
  exploreCommand,
  graphCommand,
  initCommand,
  optimizeCommand,
  quarantineCommand,
  replayCommand,
  schemaCommand,
  serveCommand,
  simulateCommand,
  testCommand,
  typegenCommand,
  whyCommand,
];

export function createProgram(console: Console, end: (code: number) => void): Command {
  const program = new Command("soni")
    .description("Task-oriented assistants in YAML: the model proposes, code decides.")
    .version(version(), "-v, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText(
      "after",
      `
An assistant is a folder with soni.yaml (or several *.yaml) and actions.ts.

Examples:
  $ soni init support --template helpdesk
  $ soni check examples/banking
  $ soni chat examples/flight_booking
  $ soni chat examples/flight_booking --conversation ana-1
  $ soni graph examples/banking --flow transfer_money > transfer.mmd`,
    );
  for (const build of builders) program.addCommand(build({ console, end }));
  // Settings are not inherited by commands that are added ready-made.
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .showSuggestionAfterError(true)
      .configureOutput({
        writeOut: (text) => console.output.write(text),
        writeErr: (text) => console.errors.write(text),
        outputError: (text, write) => write(`soni: ${oneLine(text)} See 'soni ${helpOf(command)}--help'.\n`),
      });
  }
  return program;
}

const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

const helpOf = (command: Command): string =>
  command.parent === null ? "" : `${helpOf(command.parent)}${command.name()} `;

/** "error: unknown command 'chekc'\n(Did you mean check?)" reads better, and greps better, as one line. */
function oneLine(text: string): string {
  const [problem = "", suggestion = ""] = text
    .trim()
    .replace(/^error: /, "")
    .split("\n");
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1).replace(/\.$/, "");
  const hint = /^\((.*)\)$/.exec(suggestion.trim())?.[1] ?? "";
  return `${sentence}.${hint === "" ? "" : ` ${hint}`}`;
}

function version(): string {
  // The same place from src/cli and from dist/cli.
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
