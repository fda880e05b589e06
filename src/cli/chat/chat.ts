import { randomUUID } from "node:crypto";
import { asPlainText } from "../../respond/plain-text.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { checkMessage } from "../../runtime/create-soni.ts";
import { guardProcess } from "../../runtime/guard-process.ts";
import { openSoni } from "../../runtime/open-soni.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { showErrors } from "../show-failure.ts";
import { showFindings } from "../show-findings.ts";
import { converse } from "./converse.ts";
import { printJson, printText } from "./print-answer.ts";
import { type ChatSession, openSession } from "./session.ts";

export interface ChatOptions {
  readonly conversation?: string;
  readonly store?: string;
  readonly json?: true;
}

export async function chat(folder: string, options: ChatOptions, console: Console): Promise<ExitCode> {
  const conversationId = options.conversation ?? randomUUID().slice(0, 8);
  checkMessage({ conversationId, text: "" });
  const guard = guardProcess({ log: showErrors(console) });
  try {
    return await Promise.race([
      chatGuarded(folder, { ...options, conversation: conversationId }, console),
      guard.defect.then(() => exitCode.failed),
    ]);
  } finally {
    guard.release();
  }
}

async function chatGuarded(
  folder: string,
  options: ChatOptions & { readonly conversation: string },
  console: Console,
): Promise<ExitCode> {
  const { conversation: conversationId } = options;
  const opened = await open(folder, options, console);
  if (opened === null) return exitCode.failed;
  const { soni, assistant } = opened;
  try {
    const session = await openSession({
      soni,
      assistant,
      conversationId,
      save: async (held) => (await import("../conversations/to-test.ts")).saveAsTest(folder, held),
    });
    const interactive = console.input.isTTY === true && console.output.isTTY === true && options.json !== true;
    if (interactive) {
      const { whatLeaves } = await import("../what-leaves.ts");
      greet(folder, session, console);
      const leaves = whatLeaves(assistant.settings, { environment: process.env });
      writeLine(console.output, painter(console.output)("dim", leaves));
    }
    const ended = await converse({
      console,
      session,
      interactive,
      print: options.json === true ? printJson(console) : printText(console),
      abort: () => process.exit(exitCode.interrupted),
    });
    if (interactive) await sayHowToGoOn();
    return ended;
  } finally {
    await soni.close();
  }

  async function sayHowToGoOn(): Promise<void> {
    const begun = (await soni.getState(conversationId)) !== null;
    const paint = painter(console.output);
    writeLine(console.output, begun ? `\n${paint("dim", `Go on later with --conversation ${conversationId}`)}` : "");
  }
}

/** Null if the assistant has errors, which are then printed. */
async function open(folder: string, { store }: ChatOptions, { errors }: Console) {
  try {
    return await openSoni(folder, store === undefined ? {} : { store });
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    writeLine(errors, showFindings(error.findings, painter(errors)));
    return null;
  }
}

function greet(folder: string, { earlier, conversationId }: ChatSession, { output }: Console): void {
  const paint = painter(output);
  writeLine(
    output,
    `${paint("bold", folder)}, conversation ${conversationId}. ${paint("dim", "/help lists the commands, Ctrl-D leaves.")}`,
  );
  for (const message of earlier) writeLine(output, paint("dim", asPlainText(message)));
}
