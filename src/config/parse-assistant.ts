import type { Assistant } from "../engine/assistant/assistant.ts";
import { checkAssistant } from "./check/check-assistant.ts";
import { readPrograms } from "./check/programs.ts";
import { compileAssistant } from "./compile/assistant.ts";
import { readDraft } from "./draft/read-draft.ts";
import { type Finding, hasErrors, sortFindings } from "./finding.ts";
import { hashContent } from "./hash.ts";
import { createLocate } from "./locate.ts";
import { mergeSources } from "./merge.ts";
import type { LoadOptions } from "./options.ts";
import { createReport } from "./report.ts";
import { readSource, type SourceText } from "./source.ts";
import { checkVersions } from "./version.ts";

export interface Loaded {
  /** Null if there is any error. */
  readonly assistant: Assistant | null;
  readonly findings: readonly Finding[];
}

/** YAML texts to a checked, compiled assistant: no I/O, all errors at once. */
export function parseAssistant(texts: readonly SourceText[], options: LoadOptions = {}): Loaded {
  const reads = texts.map(readSource);
  const unread = reads.flatMap(({ findings }) => findings);
  const sources = reads.map(({ source }) => source);
  // Without one of the files, whatever the others take from it would seem unknown.
  if (sources.some(({ data }) => data === null)) return { assistant: null, findings: sortFindings(unread) };
  const merged = mergeSources(sources);
  const report = createReport(createLocate(sources));
  checkVersions(sources, report);
  const draft = readDraft(merged.content, report, options);
  const programs = readPrograms(draft.settings, report, options);
  const compiled = compileAssistant(draft, { hash: hashContent(merged.content), programs }, report);
  checkAssistant({ draft, compiled, report, options });
  const findings = sortFindings([...unread, ...merged.findings, ...report.findings]);
  return { assistant: hasErrors(findings) ? null : compiled.assistant, findings };
}
