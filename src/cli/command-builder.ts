import type { Command } from "commander";
import type { Console } from "./console.ts";

/** What a command gets from the program, and how it says how it ended. */
interface CommandContext {
  readonly console: Console;
  /** One of ours, or that of a child process. */
  readonly end: (code: number) => void;
}

/** A command's words and options; what it does is imported only when it runs, because LangGraph takes a second. */
export type CommandBuilder = (context: CommandContext) => Command;
