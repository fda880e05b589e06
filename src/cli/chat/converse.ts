import { createInterface } from "node:readline";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { PrintAnswer } from "./print-answer.ts";
import type { ChatSession } from "./session.ts";
import { startSpinner } from "./spinner.ts";

export interface ConverseOptions {
  readonly console: Console;
  readonly session: ChatSession;
  readonly print: PrintAnswer;
  /** A person types; otherwise every line of the input is a message. */
  readonly interactive: boolean;
  /** Called on a second Ctrl-C in one turn. The turn is finished when the conversation goes on. */
  readonly abort: () => void;
}

const historySize = 200;

/** Reads lines until the input ends, /quit or Ctrl-C; a turn under way is always finished first. */
export async function converse(options: ConverseOptions): Promise<ExitCode> {
  const { console, session, print, interactive, abort } = options;
  const { input, output, errors } = console;
  const lines = createInterface(
    interactive
      ? {
          input,
          output,
          terminal: true,
          prompt: painter(output)("green", "> "),
          historySize,
          history: session.said.slice(-historySize).reverse(),
        }
      : { input, terminal: false },
  );
  let open = true;
  let busy = false;
  let interrupted = false;
  let mistakes = 0;
  const interrupt = (): void => {
    if (interrupted) abort();
    interrupted = true;
    if (busy) writeLine(errors, "Stopping after this turn. Press Ctrl-C again to stop at once.");
    else lines.close();
  };
  lines.once("close", () => {
    open = false;
  });
  lines.on("SIGINT", interrupt);
  process.on("SIGINT", interrupt);
  try {
    if (interactive) lines.prompt();
    for await (const line of lines) {
      busy = true;
      const stopSpinner = interactive ? startSpinner(console) : () => undefined;
      const answer = await session.answer(line).finally(stopSpinner);
      busy = false;
      print(answer);
      if (answer.kind === "mistake") mistakes += 1;
      if (answer.kind === "quit" || interrupted) break;
      // The input may have ended meanwhile; lines that came before its end are still answered.
      if (interactive && open) lines.prompt();
    }
  } finally {
    process.off("SIGINT", interrupt);
    lines.close();
  }
  if (interactive) return exitCode.done;
  if (interrupted) return exitCode.interrupted;
  return mistakes === 0 ? exitCode.done : exitCode.failed;
}
