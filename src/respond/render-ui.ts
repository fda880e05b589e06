import type { Template } from "../engine/assistant/template.ts";
import type {
  Ui,
  UiButton,
  UiButtonDefinition,
  UiCard,
  UiCardDefinition,
  UiDefinition,
} from "../engine/assistant/ui.ts";
import type { Command } from "../engine/commands/command.ts";
import type { PromptId } from "../engine/ids.ts";
import type { ChoiceOption } from "../engine/state/state.ts";
import type { Words } from "./catalogue.ts";
import { capitalised } from "./phrase.ts";

export interface UiRequest {
  readonly fill: (template: Template) => string;
  /** Affirming or denying buttons answer this prompt and no later one. */
  readonly promptId?: PromptId;
}

/** A step's `ui` with its texts filled in. */
export function renderUi(definition: UiDefinition, request: UiRequest): Ui {
  const button = (from: UiButtonDefinition): UiButton => ({
    label: request.fill(from.label),
    command: answering(from.command, request.promptId),
  });
  const card = (from: UiCardDefinition): UiCard => ({
    title: request.fill(from.title),
    ...(from.text === undefined ? {} : { text: request.fill(from.text) }),
    ...(from.image === undefined ? {} : { image: request.fill(from.image) }),
    buttons: from.buttons.map(button),
  });
  const { buttons, quickReplies, card: single, carousel, image } = definition;
  return {
    ...(buttons === undefined ? {} : { buttons: buttons.map(button) }),
    ...(quickReplies === undefined ? {} : { quickReplies: quickReplies.map(button) }),
    ...(single === undefined ? {} : { card: card(single) }),
    ...(carousel === undefined ? {} : { carousel: carousel.map(card) }),
    ...(image === undefined ? {} : { image: { url: request.fill(image.url), alt: request.fill(image.alt) } }),
  };
}

/** The choices of a list, before the buttons that the step itself has. */
export function withOptions(ui: Ui | undefined, options: readonly ChoiceOption[] | undefined): Ui | undefined {
  if (options === undefined || options.length === 0) return ui;
  const buttons = options.map(({ label, command }) => ({ label, command }));
  return { ...ui, buttons: [...buttons, ...(ui?.buttons ?? [])] };
}

/** Yes and no, unless the step offers a choice of its own. */
export function withYesAndNo(ui: Ui | undefined, promptId: PromptId, words: Words): Ui {
  if (ui !== undefined && allButtons(ui).length > 0) return ui;
  return {
    ...ui,
    buttons: [
      { label: capitalised(words.yes), command: { type: "affirm", promptId } },
      { label: capitalised(words.no), command: { type: "deny", promptId } },
    ],
  };
}

/** Every button, in the order in which a text channel numbers them. */
export function allButtons(ui: Ui): readonly UiButton[] {
  return [
    ...(ui.buttons ?? []),
    ...(ui.quickReplies ?? []),
    ...(ui.card?.buttons ?? []),
    ...(ui.carousel ?? []).flatMap((card) => card.buttons),
  ];
}

function answering(command: Command, promptId: PromptId | undefined): Command {
  const answers = command.type === "affirm" || command.type === "deny";
  return promptId !== undefined && answers ? { ...command, promptId } : command;
}

/** Lines as a person would number them. */
export function numberedList(labels: readonly string[]): string {
  return labels.map((label, index) => `${index + 1}. ${label}`).join("\n");
}
