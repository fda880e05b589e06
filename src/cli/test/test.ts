import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SoniError } from "../../engine/errors.ts";
import { cacheFolder } from "../../runtime/default-understander.ts";
import { guardProcess } from "../../runtime/guard-process.ts";
import { watchFolder } from "../../server/dev/watch-folder.ts";
import type { Conversation } from "../../testing/conversation.ts";
import { findTestFiles, loadSuite, type Way, wayOf } from "../../testing/find-conversations.ts";
import { ownDocuments } from "../../testing/own-documents.ts";
import { type HeldConversation, runSuite } from "../../testing/run-suite.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { showErrors } from "../show-failure.ts";
import { missedFigures, parseRequired } from "./required-coverage.ts";
import { showCoverage, showHeld, showSummary } from "./show-suite.ts";
import { suiteResult } from "./suite-result.ts";
import { openTestUnderstander, type UnderstandingChoice } from "./test-understander.ts";
import { type MutationChoice, showMutations, tryMutations, unnoticedShare } from "./try-mutations.ts";
import { writeReports } from "./write-reports.ts";

export interface TestOptions extends UnderstandingChoice, MutationChoice {
  readonly name?: string;
  readonly in?: Way;
  readonly jobs: number;
  readonly watch?: true;
  readonly coverage?: true;
  readonly require?: string;
  readonly junit?: string;
  readonly json?: string;
  readonly html?: string;
}

/** Holds the conversations of a folder's tests, once or after each edit. */
export async function test(folder: string, options: TestOptions, console: Console): Promise<ExitCode> {
  const required = parseRequired(options.require);
  // Code of the project may fail outside of any promise. That fails its call; where the call is over, it fails the run.
  let hasEscaped = false;
  const guard = guardProcess({
    log: (message, data) => {
      showErrors(console)(message, data);
      // It belongs to no call: the module itself started it.
      if (!("port" in data)) hasEscaped = true;
    },
  });
  guard.onLateError(() => {
    hasEscaped = true;
  });
  try {
    const code = await testOnce(folder, { ...options, required }, console);
    if (options.watch === true) return await testAgain(folder, { ...options, required }, console);
    return hasEscaped ? exitCode.failed : code;
  } finally {
    guard.release();
  }
}

type Plan = TestOptions & { readonly required: ReturnType<typeof parseRequired> };

async function testOnce(folder: string, plan: Plan, console: Console): Promise<ExitCode> {
  const { output } = console;
  const paint = painter(output);
  const began = performance.now();
  const conversations = await chosen(folder, plan);
  const understanding = await openTestUnderstander(folder, plan);
  const documents = ownDocuments({ cacheDirectory: cacheFolder(process.env) });
  let file = "";
  const shown = new Set<string>();
  const show = (held: HeldConversation): void => {
    if (held.conversation.file !== file) writeLine(output, paint("bold", held.conversation.file));
    file = held.conversation.file;
    writeLine(output, showHeld(held, paint, { screen: output, shown }));
  };
  try {
    const held = await runSuite(conversations, {
      understander: understanding.understander,
      knowledgeBase: documents.knowledgeBase,
      jobs: plan.jobs,
    });
    for (const each of held) show(each);
    await understanding.save();
    const suite = suiteResult(folder, held, Math.round(performance.now() - began));
    if (suite.coverage !== null) writeLine(output, showCoverage(suite.coverage, plan.coverage === true, paint));
    writeLine(output, showSummary(suite, paint));
    const parts = { understander: understanding.understander, knowledgeBase: documents.knowledgeBase };
    const mutations = await tryMutations(held, { ...plan, ...parts }, console);
    if (mutations !== null) writeLine(output, showMutations(mutations, paint));
    const result = { ...suite, mutations };
    await writeReports(plan, result, writeFileIn);
    const missed = result.coverage === null ? [] : missedFigures(plan.required, result.coverage);
    for (const line of missed) writeLine(console.errors, painter(console.errors)("red", line));
    if (held.some(({ report }) => !report.passed)) return exitCode.failed;
    const isBelow = missed.length > 0 || (mutations !== null && unnoticedShare(mutations) > plan.most);
    return isBelow ? exitCode.belowThreshold : exitCode.done;
  } finally {
    await documents.close();
    await understanding.close();
  }
}

async function writeFileIn(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function chosen(folder: string, { name, in: way }: TestOptions): Promise<readonly Conversation[]> {
  const files = await findTestFiles(folder);
  if (files.length === 0)
    throw new SoniError(
      "cli.no_tests",
      `There are no conversations in '${join(folder, "tests")}'. 'soni conversations to-test' and /save in the chat write some.`,
    );
  const all = await loadSuite(files, folder);
  const found = all.filter(
    (each) =>
      (way === undefined || wayOf(each) === way) &&
      (name === undefined || each.name.includes(name) || each.file.includes(name)),
  );
  if (found.length === 0) throw new SoniError("cli.no_tests", "No conversation is chosen by these options.");
  return found;
}

/** Until it is interrupted. */
async function testAgain(folder: string, plan: Plan, console: Console): Promise<ExitCode> {
  const { output, errors } = console;
  let running: Promise<void> = Promise.resolve();
  writeLine(output, painter(output)("dim", "Waiting for an edit. Ctrl-C leaves."));
  const again = async (): Promise<void> => {
    try {
      await testOnce(folder, plan, console);
    } catch (error) {
      writeLine(errors, error instanceof Error ? error.message : String(error));
    }
    writeLine(output, painter(output)("dim", "Waiting for an edit. Ctrl-C leaves."));
  };
  const stop = watchFolder(folder, () => {
    running = running.then(again);
  });
  await new Promise<void>((resolve) => process.once("SIGINT", () => resolve()));
  stop();
  await running;
  return exitCode.interrupted;
}
