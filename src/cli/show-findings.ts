import type { Finding } from "../config/finding.ts";
import type { Paint } from "./console.ts";

/** Findings with their places, as editors and terminals link them, and a last line that counts them. */
export function showFindings(findings: readonly Finding[], paint: Paint): string {
  return [...findings.map((finding) => showFinding(finding, paint)), "", summary(findings)].join("\n");
}

function showFinding({ file, line, column, severity, code, message }: Finding, paint: Paint): string {
  const place = paint("cyan", `${file}:${line}:${column}`);
  return `${place} ${paint(severity === "error" ? "red" : "yellow", severity)} ${message} ${paint("dim", `(${code})`)}`;
}

function summary(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return `${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}.`;
}

export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;
