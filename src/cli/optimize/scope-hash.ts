import { createHash } from "node:crypto";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { flowsOf } from "../../turn/understanding-context.ts";

/** A hash of the flows and the language, from which prompts are built. Settings are left out: applying a program changes only them. */
export const scopeHash = (assistant: Assistant): string =>
  hashOf([flowsOf(assistant), assistant.settings.language], 16);

export const hashOf = (value: unknown, digits: number): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, digits);
