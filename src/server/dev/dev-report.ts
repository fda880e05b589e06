import { z } from "zod";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { FindingSchema } from "../socket/frames.ts";

/** What developers are told about the files as they are now. */
export const DevReport = z
  .object({
    hash: z.string().meta({ description: "Of the assistant that is served: the last one without errors." }),
    broken: z.boolean().meta({ description: "The files have errors; what is served is older than they are." }),
    findings: z.array(FindingSchema),
  })
  .meta({ id: "DevReport" });
export type DevReport = z.infer<typeof DevReport>;

/** What is wrong, also where the mistake is in no file that the loader reads. */
export function findingsOf(error: unknown, folder: string): DevReport["findings"] {
  if (error instanceof AssistantError) return shown(error.findings);
  const message = error instanceof Error ? error.message : String(error);
  return [{ code: "dev.failed", severity: "error", message, file: folder, line: 1, column: 1 }];
}

export const shown = (findings: readonly z.infer<typeof FindingSchema>[]): DevReport["findings"] =>
  findings.map(({ code, severity, message, file, line, column }) => ({ code, severity, message, file, line, column }));
