import { readdir, stat, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { loadProject } from "../../config/load-project.ts";
import type { Settings } from "../../engine/assistant/settings.ts";
import { SoniError } from "../../engine/errors.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { cacheFolder } from "../../runtime/default-understander.ts";
import { ownDocuments } from "../../testing/own-documents.ts";
import { type Simulated, simulate } from "../../testing/simulate/simulate.ts";
import type { Phrase } from "../../testing/simulate/simulated-speaker.ts";
import { loadUsers } from "../../testing/simulate/users.ts";
import { type Console, type Paint, painter, writeLine } from "../console.ts";
import { openWriter } from "../eval/candidates.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { figuresOf, simulationReport, wordFor } from "./simulation-report.ts";

export interface SimulateChoice {
  readonly users?: string;
  readonly model?: string;
  readonly real?: true;
  readonly report?: string;
  readonly least: number;
  readonly json?: true;
}

/** Lets simulated users talk to an assistant, and tells who got what they wanted. */
export async function simulateFolder(folder: string, options: SimulateChoice, console: Console): Promise<ExitCode> {
  const project = await loadProject(folder);
  const { assistant } = project;
  if (assistant === null) throw new AssistantError(folder, project.findings);
  const files = await filesIn(options.users ?? join(folder, "tests/users"));
  const documents = ownDocuments({ cacheDirectory: cacheFolder(process.env) });
  const knowledgeBase = documents.knowledgeBase(assistant, folder);
  const { output } = console;
  const paint = painter(output);
  const simulated: Simulated[] = [];
  try {
    for (const file of files)
      simulated.push(
        ...(await simulate({ ...project, assistant }, await loadUsers(file, assistant), {
          now: () => Date.now(),
          ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
          ...(options.real === true ? { isReal: true } : {}),
          ...(options.model === undefined ? {} : { phrase: modelPhrase(assistant.settings, options.model) }),
          told: (each) => {
            if (options.json !== true) writeLine(output, showUser(each, paint));
          },
        })),
      );
  } finally {
    await documents.close();
  }
  const figures = figuresOf(simulated);
  if (options.json === true) writeLine(output, JSON.stringify({ figures, users: simulated }, null, 2));
  else
    writeLine(
      output,
      `${figures.succeeded} of ${figures.users} succeeded, ${figures.harmed} harmed, ${figures.turns} messages on average.`,
    );
  if (options.report !== undefined)
    await writeFile(options.report, simulationReport(basename(resolve(folder)), simulated));
  if (figures.harmed > 0) return exitCode.failed;
  return figures.succeeded * 100 < options.least * figures.users ? exitCode.belowThreshold : exitCode.done;
}

async function filesIn(place: string): Promise<readonly string[]> {
  const found = await stat(place).catch(() => null);
  const names = found?.isDirectory() === true ? await readdir(place) : [];
  const files =
    found?.isFile() === true
      ? [place]
      : names
          .filter((name) => /\.ya?ml$/.test(name))
          .sort()
          .map((name) => join(place, name));
  if (files.length > 0) return files;
  throw new SoniError(
    "cli.no_users",
    `There are no simulated users in '${place}'. Write some (users: { name: { flow, slots } }), or name a file or folder by --users.`,
  );
}

/** A model says the same in other words. What it can't say is said as it is. */
function modelPhrase(settings: Settings, name: string): Phrase {
  const model = openWriter(settings, name, { cache: true, environment: process.env });
  return async (line, said) => {
    const answer = await model.generate({
      messages: [
        {
          role: "system",
          text: "You are a user of an assistant. Say what you are told to say in your own words: one short message, with every name, number and date in it, and nothing else.",
        },
        { role: "user", text: `The assistant said: ${said.join(" ")}\nSay: ${line}` },
      ],
      purpose: "write",
      maxOutputTokens: 100,
    });
    return answer.ok && answer.text.trim() !== "" ? answer.text.trim() : line;
  };
}

function showUser(each: Simulated, paint: Paint): string {
  const { user, harm, missed, turns } = each;
  const head = `${paint(each.succeeded ? "green" : "red", wordFor(each).padEnd(9))} ${user.name}, ${turns.length} messages`;
  if (each.succeeded) return head;
  return [
    head,
    ...[...harm, ...(missed === null ? [] : [`${missed}.`])].map((line) => `    ${line}`),
    ...turns.flatMap(({ said, answered }) => [
      `    > ${said}`,
      ...answered.map((text) => `      ${text.split("\n")[0]}`),
    ]),
  ].join("\n");
}
