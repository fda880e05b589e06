import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { loadAssistant } from "../../src/config/load.ts";
import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import type { LabelledRow } from "../../src/optimize/datasets/row.ts";
import { flowsOf } from "../../src/turn/understanding-context.ts";
import { parseCommandText } from "../../src/understand/command-text.ts";

export interface DomainRow extends Pick<LabelledRow, "message" | "where" | "context" | "expected"> {
  /** Other lists of commands that are as good as `expected`. */
  readonly accepted: readonly (readonly Command[])[];
}

export interface Domain {
  readonly name: string;
  readonly folder: string;
  readonly assistant: Assistant;
  readonly rows: readonly DomainRow[];
}

const acceptedFile = z.record(z.string(), z.array(z.array(z.string())).min(1));

/** All assistants of one of the two sets. `held-out` is for measuring only: its README says why. */
export async function readDomains(set: "train" | "held-out"): Promise<readonly Domain[]> {
  const root = join(import.meta.dirname, set);
  const names = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return Promise.all(names.sort().map((name) => readDomain(name, join(root, name))));
}

async function readDomain(name: string, folder: string): Promise<Domain> {
  const { assistant, findings } = await loadAssistant(folder);
  if (assistant === null) throw new Error(`${name}: ${findings.map(({ message }) => message).join(" ")}`);
  const { timezone, language } = assistant.settings;
  const text = (file: string): string => readFileSync(join(folder, file), "utf8");
  const labelled = readYamlRows(text("labels/messages.yaml"), {
    hash: assistant.hash,
    ...flowsOf(assistant),
    timezone,
    language,
  });
  const accepted = acceptedFile.parse(parse(text("labels/accepted.yaml")));
  const unknown = Object.keys(accepted).filter((message) => !labelled.some((row) => row.message === message));
  if (unknown.length > 0)
    throw new Error(`${name}: accepted.yaml names messages that are not there: ${unknown.length}`);
  const rows = labelled.map((row) => ({
    ...row,
    accepted: (accepted[row.message] ?? []).map((commands) => commands.map((command) => commandOf(command, name))),
  }));
  return { name, folder, assistant, rows };
}

function commandOf(text: string, name: string): Command {
  const command = parseCommandText(text);
  if (command === undefined) throw new Error(`${name}: '${text}' is no command.`);
  return command;
}
