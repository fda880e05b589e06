import type { Assistant } from "../engine/assistant/assistant.ts";
import type { FormatContext } from "./format-value.ts";
import { localeOf, textsFor } from "./locale.ts";

/** All that the wording of a turn depends on besides its outcomes. */
export interface RenderContext {
  readonly assistant: Pick<Assistant, "responses" | "settings">;
  /** Of the conversation, which may differ from the assistant's. */
  readonly language: string;
  readonly timezone: string;
  /** With the turn, it decides between variations: usually the conversation's id. */
  readonly seed: string;
  readonly turn: number;
}

export function formatContextOf({ language, timezone }: RenderContext): FormatContext {
  return { locale: localeOf(language), timezone, words: textsFor(language).words };
}
