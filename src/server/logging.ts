import { type DestinationStream, type Logger, pino } from "pino";
import type { Assistant } from "../engine/assistant/assistant.ts";
import { hidden } from "../engine/assistant/slot.ts";
import type { JsonObject } from "../engine/json.ts";
import { sensitiveSlots } from "../engine/secrets/mask.ts";

/** What users say and what proves who they are never gets into a log, whoever logs it. */
const always = ["authorization", "cookie", "token", "text", "body", "user"];

/** Structured logs: one JSON object a line. Sensitive slots are redacted wherever their names turn up. */
export function createLogger(
  assistant: Pick<Assistant, "slots" | "flows"> | null,
  { level = "info", destination }: { readonly level?: string; readonly destination?: DestinationStream } = {},
): Logger {
  const names = [...always, ...(assistant === null ? [] : sensitiveSlots(assistant))];
  const paths = names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);
  const options = { level, redact: { paths, censor: hidden }, base: null };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The runtime's log: notes of the engine and of actions. */
export const runtimeLog =
  (log: Pick<Logger, "info" | "error">) =>
  (message: string, data: JsonObject = {}, level: "info" | "error" = "info"): void =>
    log[level](data, message);
