import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Finding, formatFinding } from "../config/finding.ts";
import { createLocate, type Locate } from "../config/locate.ts";
import { createReport, type Report } from "../config/report.ts";
import { readBySchema } from "../config/schema/read.ts";
import { readSource, type Source, type SourceText } from "../config/source.ts";
import { SoniError } from "../engine/errors.ts";
import type { AssistantOrigin, Conversation } from "./conversation.ts";
import { conversationSchema, fileSchema, type SetupContent, setupSchema } from "./conversation-schema.ts";
import { inlineText } from "./inline-text.ts";
import { readCommands } from "./read-command.ts";
import { readTurn } from "./read-turn.ts";

/** Some Monday: tests must not depend on the day on which they run. */
const defaultClock = "2026-01-05T10:00:00Z";

/** Reads a test file. Throws with all of its mistakes and their places at once. */
export async function loadConversations(file: string, given: LoadTestOptions = {}): Promise<readonly Conversation[]> {
  return parseConversations({ file, text: await readFile(file, "utf8") }, given);
}

interface LoadTestOptions {
  /** The folder of the assistant, for a file that names none. */
  readonly assistant?: string;
}

export function parseConversations(text: SourceText, { assistant }: LoadTestOptions = {}): readonly Conversation[] {
  const { source, findings } = readSource(text);
  if (source.data === null) throw invalid(findings);
  const locate = createLocate([source]);
  const report = createReport(locate);
  const conversations = readFileContent(text, { source, locate, report, assistant });
  if (report.findings.length > 0) throw invalid(report.findings);
  return conversations;
}

const invalid = (findings: readonly Finding[]): SoniError =>
  new SoniError("test.invalid", ["The test file has mistakes:", ...findings.map(formatFinding)].join("\n"));

interface Reading {
  readonly source: Source;
  readonly locate: Locate;
  readonly report: Report;
  readonly assistant: string | undefined;
}

function readFileContent(text: SourceText, reading: Reading): readonly Conversation[] {
  const { report, locate } = reading;
  const content = readBySchema(fileSchema, reading.source.data, { path: [], report }).value;
  const origin = content === null ? null : originOf(content, text, reading);
  if (content === null || origin === null) return [];
  const custom = Object.keys(content.commands ?? {});
  const commandsAt = (list: readonly unknown[], path: readonly string[]) =>
    readCommands(list, { path, report, custom });
  const script = Object.fromEntries(
    Object.entries(content.script ?? {}).map(([message, list]) => [message, commandsAt(list, ["script", message])]),
  );
  const customCommands = Object.fromEntries(
    Object.entries(content.commands ?? {}).map(([name, { does }]) => [
      name,
      commandsAt(does ?? [], ["commands", name, "does"]),
    ]),
  );
  return Object.entries(content.conversations).flatMap(([name, data]): readonly Conversation[] => {
    const path = ["conversations", name];
    const read = readBySchema(conversationSchema, data, { path, report }).value;
    if (read === null) return [];
    const isList = Array.isArray(read);
    const own: SetupContent = isList ? {} : setupOf(read);
    const turns = isList ? read : read.turns;
    const turnsPath = isList ? path : [...path, "turns"];
    return [
      {
        name,
        file: text.file,
        line: locate(path, { atKey: true }).line,
        origin,
        setup: combine(setupOf(content), own, reading),
        script,
        customCommands,
        turns: turns.flatMap(
          (turn, index) => readTurn(turn, { path: [...turnsPath, index], report, locate, custom }) ?? [],
        ),
      },
    ];
  });
}

function setupOf(content: SetupContent): SetupContent {
  return Object.fromEntries(
    Object.keys(setupSchema.shape).flatMap((key) => {
      const value = content[key as keyof SetupContent];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** What a conversation says itself comes before what its file says for all. */
function combine(file: SetupContent, own: SetupContent, { report }: Reading): Conversation["setup"] {
  const clock = own.clock ?? file.clock ?? defaultClock;
  const at = Date.parse(clock);
  if (Number.isNaN(at)) {
    const message = `'${clock}' is no time; write one such as ${defaultClock}.`;
    report.add({ code: "config.invalid_value", path: ["clock"], message });
  }
  return {
    ...file,
    ...own,
    actions: { ...file.actions, ...own.actions },
    validators: { ...file.validators, ...own.validators },
    normalizers: { ...file.normalizers, ...own.normalizers },
    settings: { ...file.settings, ...own.settings },
    patterns: { ...file.patterns, ...own.patterns },
    clock: at,
  };
}

function originOf(
  content: { readonly assistant?: string | undefined; readonly yaml?: unknown },
  text: SourceText,
  { source, report, assistant }: Reading,
): AssistantOrigin | null {
  if (content.assistant === undefined && content.yaml === undefined && assistant !== undefined)
    return { kind: "folder", folder: assistant };
  if ((content.assistant === undefined) === (content.yaml === undefined)) {
    const message = "A test file has either 'assistant:' (a folder) or 'yaml:' (the assistant itself).";
    report.add({ code: "config.missing_key", path: [], message });
    return null;
  }
  if (content.assistant !== undefined) return { kind: "folder", folder: join(dirname(text.file), content.assistant) };
  return { kind: "text", source: { file: text.file, text: inlineText(source, text.text) } };
}
