import type { Command } from "commander";
import type { Console } from "./console.ts";
import type { ExitCode } from "./exit-code.ts";

/** What a command gets from the program, and how it says how it ended. */
interface CommandContext {
  readonly console: Console;
  readonly end: (code: ExitCode) => void;
}

/** A command's words and options; what it does is imported only when it runs, because LangGraph takes a second. */
export type CommandBuilder = (context: CommandContext) => Command;
