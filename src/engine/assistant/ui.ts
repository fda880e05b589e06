import type { Command } from "../commands/command.ts";
import type { Template } from "./template.ts";

/** `ui` of a step, as written in YAML. */
export interface UiDefinition {
  readonly buttons?: readonly UiButtonDefinition[];
  readonly quickReplies?: readonly UiButtonDefinition[];
  readonly card?: UiCardDefinition;
  readonly carousel?: readonly UiCardDefinition[];
  readonly image?: { readonly url: Template; readonly alt: Template };
}

export interface UiButtonDefinition {
  readonly label: Template;
  readonly command: Command;
}

export interface UiCardDefinition {
  readonly title: Template;
  readonly text?: Template;
  readonly image?: Template;
  readonly buttons: readonly UiButtonDefinition[];
}

/** What a channel receives: texts are final, choosing a button sends its command. */
export interface Ui {
  readonly buttons?: readonly UiButton[];
  readonly quickReplies?: readonly UiButton[];
  readonly card?: UiCard;
  readonly carousel?: readonly UiCard[];
  readonly image?: { readonly url: string; readonly alt: string };
  /** The page that an answer was read from, by http or https. The text ends with it too, on a line of its own. */
  readonly source?: UiSource;
}

export interface UiSource {
  readonly title: string;
  readonly url: string;
}

export interface UiButton {
  readonly label: string;
  readonly command: Command;
}

export interface UiCard {
  readonly title: string;
  readonly text?: string;
  readonly image?: string;
  readonly buttons: readonly UiButton[];
}
