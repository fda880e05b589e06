import { CommanderError } from "commander";
import { SoniError } from "../engine/errors.ts";
import { type Console, painter, writeLine } from "./console.ts";
import { exitCode } from "./exit-code.ts";
import { createProgram } from "./program.ts";

const thisProcess: Console = { input: process.stdin, output: process.stdout, errors: process.stderr };

/** Runs one command line. Whatever goes wrong becomes one line and an exit code, never a stack trace. */
export async function run(argumentsGiven: readonly string[], console: Console = thisProcess): Promise<number> {
  let code: number = exitCode.done;
  // A reader that has enough (`soni graph . | head`) closes the pipe: that is no error of ours.
  console.output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(exitCode.done);
  });
  try {
    const program = createProgram(console, (ended) => {
      code = ended;
    });
    await program.parseAsync(argumentsGiven, { from: "user" });
    return code;
  } catch (error) {
    // Commander has said it already, in one line.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.wrongUse;
    return report(error, console);
  }
}

function report(error: unknown, { errors }: Console): number {
  const message = error instanceof Error ? error.message : String(error);
  writeLine(errors, `${painter(errors)("red", "soni:")} ${message}`);
  if (process.env["SONI_DEBUG"] !== undefined && error instanceof Error) writeLine(errors, error.stack ?? "");
  return error instanceof SoniError && error.code.startsWith("cli.") ? exitCode.wrongUse : exitCode.failed;
}
