import type { Finding } from "../config/finding.ts";
import type { Paint } from "./console.ts";

/** From the loader, or from wherever else something is wrong with a file. */
type Shown = Omit<Finding, "code" | "suggestion"> & { readonly code: string };

/** Findings with their places, as editors and terminals link them, and a last line that counts them. */
export function showFindings(findings: readonly Shown[], paint: Paint): string {
  return [...findings.map((finding) => showFinding(finding, paint)), "", summary(findings)].join("\n");
}

function showFinding({ file, line, column, severity, code, message }: Shown, paint: Paint): string {
  const place = paint("cyan", `${file}:${line}:${column}`);
  return `${place} ${paint(severity === "error" ? "red" : "yellow", severity)} ${message} ${paint("dim", `(${code})`)}`;
}

function summary(findings: readonly Shown[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return `${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}.`;
}

export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;
