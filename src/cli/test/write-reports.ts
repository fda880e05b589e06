import { suiteAsHtml } from "./suite-as-html.ts";
import { suiteAsJUnit } from "./suite-as-junit.ts";
import type { SuiteResult } from "./suite-result.ts";

interface Places {
  readonly junit?: string;
  readonly json?: string;
  readonly html?: string;
}

/** Writes what was asked for. */
export async function writeReports(
  { junit, json, html }: Places,
  result: SuiteResult,
  write: (path: string, text: string) => Promise<void>,
): Promise<void> {
  if (junit !== undefined) await write(junit, suiteAsJUnit(result));
  if (json !== undefined) await write(json, `${JSON.stringify(suiteAsJson(result), null, 2)}\n`);
  if (html !== undefined) await write(html, suiteAsHtml(result));
}

const suiteAsJson = ({ folder, held, milliseconds, coverage, mutations }: SuiteResult) => ({
  folder,
  milliseconds,
  passed: held.filter(({ report }) => report.passed).length,
  failed: held.filter(({ report }) => !report.passed).length,
  conversations: held.map(({ conversation, report, milliseconds: took }) => ({
    name: conversation.name,
    file: conversation.file,
    line: conversation.line,
    passed: report.passed,
    milliseconds: took,
    failures: report.failures,
  })),
  coverage,
  ...(mutations === null ? {} : { mutations: mutations.tried }),
});
