import { aboutScope } from "../engine/flow/values.ts";
import type { TemplateValues } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { foreignLanguage } from "../respond/detect-language.ts";
import { baseLanguage, languageTexts } from "../respond/locale.ts";
import { contextOf, type Stages } from "./stages.ts";

/** What to say to a message that nobody understood, because it is in a language that the assistant does not speak. */
export interface OtherLanguage {
  readonly pattern: "other_language";
  readonly values: TemplateValues;
  /** The user's own, if the system has words in it. */
  readonly language?: string;
  readonly rephrase: false;
}

export function otherLanguage(state: DialogueState, stages: Stages): OtherLanguage | null {
  const message = state.turn?.message;
  if (message === undefined || message.origin !== "user" || message.commands !== undefined) return null;
  const spoken = spokenBy(state, stages);
  const foreign = foreignLanguage(message.text, spoken);
  if (foreign === null) return null;
  return {
    pattern: "other_language",
    values: { languages: { value: spoken, type: "list" }, ...aboutScope(state, contextOf(state, stages)) },
    ...(languageTexts.has(foreign) ? { language: foreign } : {}),
    rephrase: false,
  };
}

/** The assistant's own, the conversation's, and those that it would take up. */
function spokenBy(state: DialogueState, { assistant: { settings } }: Stages): readonly string[] {
  const taken = settings.detectLanguage ? languageTexts.keys() : [];
  const all = [settings.language, state.metadata.language ?? settings.language, ...taken];
  return [...new Set(all.map(baseLanguage))];
}
