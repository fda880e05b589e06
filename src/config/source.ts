import { type Document, isScalar, LineCounter, parseDocument, type YAMLError } from "yaml";
import type { Finding } from "./finding.ts";
import { checkNesting } from "./nesting-guard.ts";
import { placeAt } from "./place.ts";
import type { RuleCode } from "./rules.ts";

export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** One YAML file, parsed, with what is needed to say where in it something stands. */
export interface Source {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
  /** Plain data; null if the file can't be used. */
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface ReadSource {
  readonly source: Source;
  readonly findings: readonly Finding[];
}

const maximumBytes = 1024 * 1024;

export function readSource({ file, text }: SourceText): ReadSource {
  const lines = new LineCounter();
  const bytes = Buffer.byteLength(text);
  const tooLarge = bytes > maximumBytes;
  const document = parseDocument(tooLarge ? "" : text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    stringKeys: true,
    // Dates, sets and binaries are not plain JSON: such tags are refused like any other.
    resolveKnownTags: false,
    logLevel: "error",
  });
  const empty: Source = { file, document, lines, data: null };
  const refuse = (code: RuleCode, message: string, offset = 0): ReadSource => ({
    source: empty,
    findings: [{ code, severity: "error", message, ...placeAt(empty, offset) }],
  });
  if (tooLarge) {
    return refuse(
      "config.too_large",
      `The file has ${bytes} bytes; at most ${maximumBytes} (1 MB) are read. Split it.`,
    );
  }
  const problems = firstPerLine(lines, [...document.errors, ...document.warnings]);
  const findings = problems.map((problem) => syntaxFinding(empty, problem));
  const broken = problems.some((problem) => problem.code !== "DUPLICATE_KEY");
  if (broken) return { source: empty, findings };
  if (document.contents === null || (isScalar(document.contents) && document.contents.value === null)) {
    return refuse("config.empty", 'The file is empty. Start with: version: "1.0"');
  }
  const nesting = checkNesting(document.contents);
  switch (nesting?.kind) {
    case "unknown":
      return refuse("config.syntax", `No anchor &${nesting.name} stands before this alias.`, nesting.offset);
    case "depth":
      return refuse("config.syntax", tooDeep, nesting.offset);
    case "repeats":
      return refuse(
        "config.alias_bomb",
        "Aliases (*name) repeat too much or themselves; write it out.",
        nesting.offset,
      );
  }
  const data: unknown = document.toJS({ maxAliasCount: -1 });
  if (isRecord(data)) return { source: { ...empty, data }, findings };
  return refuse("config.invalid_value", "An assistant is a map of version, settings, slots, actions and flows.");
}

/** One slip in a line makes the parser stumble over the rest of it too. */
function firstPerLine(lines: LineCounter, problems: readonly YAMLError[]): readonly YAMLError[] {
  const seen = new Set<number>();
  return problems.filter((problem) => {
    const { line } = lines.linePos(problem.pos[0]);
    return seen.size !== seen.add(line).size;
  });
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function syntaxFinding(source: Source, problem: YAMLError): Finding {
  const duplicate = problem.code === "DUPLICATE_KEY";
  return {
    code: duplicate ? "config.duplicate_key" : "config.syntax",
    severity: "error",
    message: duplicate ? "This key stands twice in the same map; keep one of them." : syntaxMessage(problem),
    ...placeAt(source, problem.pos[0]),
  };
}

const tooDeep = "This is nested too deeply.";

function syntaxMessage(problem: YAMLError): string {
  switch (problem.code) {
    case "TAB_AS_INDENT":
      return "YAML is indented with spaces; replace this tab with two spaces.";
    case "NON_STRING_KEY":
    case "BLOCK_IN_FLOW":
      return 'A text that starts with { must stand in quotes: "{name}".';
    case "MULTIPLE_DOCS":
      return "One file holds one document; remove '---' or make it two files.";
    case "TAG_RESOLVE_FAILED":
      return `Tags such as !name have no meaning here. ${problem.message}.`;
    case "BLOCK_AS_IMPLICIT_KEY":
      return "A text that contains ': ' must stand in quotes.";
    case "RESOURCE_EXHAUSTION":
      return tooDeep;
    default:
      return `This is no YAML: ${problem.message}`;
  }
}
