import { createHash } from "node:crypto";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { flowsOf } from "../../turn/understanding-context.ts";

/** What prompts are made of. The settings are no part of it: to apply a program does not make it one for another assistant. */
export const scopeHash = (assistant: Assistant): string =>
  hashOf([flowsOf(assistant), assistant.settings.language], 16);

export const hashOf = (value: unknown, digits: number): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, digits);
