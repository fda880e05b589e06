import { type Finding, formatFinding } from "../config/finding.ts";
import { SoniError } from "../engine/errors.ts";

/** An assistant that can't be put to work, with everything that is wrong about it. */
export class AssistantError extends SoniError {
  readonly findings: readonly Finding[];

  constructor(folder: string, findings: readonly Finding[]) {
    const errors = findings.filter(({ severity }) => severity === "error");
    super("assistant.invalid", [`The assistant in '${folder}' has errors:`, ...errors.map(formatFinding)].join("\n"));
    this.name = "AssistantError";
    this.findings = findings;
  }
}
