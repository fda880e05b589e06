import type { RuleCode } from "./rules.ts";

/** Something wrong with an assistant, and where. Warnings never keep it from loading. */
export interface Finding {
  readonly code: RuleCode;
  readonly severity: "error" | "warning";
  /** What is wrong and, where there is one, the nearest valid choice. */
  readonly message: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The nearest valid choice alone, for editors. */
  readonly suggestion?: string;
}

/** `soni.yaml:12:5 error slot.unknown: No slot named 'orign'. Did you mean 'origin'?` */
export function formatFinding(finding: Finding): string {
  const { file, line, column, severity, code, message } = finding;
  return `${file}:${line}:${column} ${severity} ${code}: ${message}`;
}

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.severity === "error");

/** In the order of reading: by file, then line and column. */
export const sortFindings = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted(
    (left, right) => compareText(left.file, right.file) || left.line - right.line || left.column - right.column,
  );

const compareText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);
