import type { Ui, UiButton, UiCard, UiSource } from "../engine/assistant/ui.ts";
import type { OutgoingMessage } from "../engine/state/turn.ts";
import { languageTexts } from "./locale.ts";
import { capitalised } from "./phrase.ts";

type Message = Pick<OutgoingMessage, "text" | "ui">;

/** What a channel without buttons shows: the text, what the cards and images say, and the choices as a numbered list. */
export function asPlainText(message: Message): string {
  const { text, ui } = message;
  if (ui === undefined) return text;
  const choices = numberedList(numberedChoices(message).map((button) => button.label));
  // A list of options is in the text already, with the same numbers.
  const list = text.includes(choices) ? "" : choices;
  return [text, ...describeUi(ui), list].filter((line) => line !== "").join("\n");
}

/** The buttons behind the numbers, so that a text channel can send the command of the chosen one. */
export function numberedChoices(message: Message): readonly UiButton[] {
  const buttons = message.ui === undefined ? [] : allButtons(message.ui);
  return buttons.every(isYesOrNo) || isInPassing(message.text, buttons) ? [] : buttons;
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

/** Lines as a person would number them. */
export function numberedList(labels: readonly string[]): string {
  return labels.map((label, index) => `${index + 1}. ${label}`).join("\n");
}

/** A page by its title and its address, for channels that know no links. */
export const sourceLine = ({ title, url }: UiSource): string => (title === url ? url : `${title} (${url})`);

/** The numbers that are on the screen: those of the last message that has any. */
export const choicesOnScreen = (messages: readonly Message[]): readonly UiButton[] =>
  messages.map(numberedChoices).findLast((buttons) => buttons.length > 0) ?? [];

/** Flows to go on with that the text names without numbers: the numbers belong to the question after it. */
function isInPassing(text: string, buttons: readonly UiButton[]): boolean {
  const isWayBack = buttons.every(({ command }) => command.type === "resume_flow");
  return isWayBack && !text.includes(numberedList(buttons.map(({ label }) => label)));
}

/** Nobody needs to be told that a question can be answered with yes or no. */
function isYesOrNo({ label, command }: UiButton): boolean {
  if (command.type !== "affirm" && command.type !== "deny") return false;
  return [...languageTexts.values()].some(
    ({ words }) => label === capitalised(command.type === "affirm" ? words.yes : words.no),
  );
}

function describeUi({ card, carousel, image }: Ui): readonly string[] {
  return [
    ...(image === undefined ? [] : [[image.alt, image.url].filter((part) => part !== "").join(": ")]),
    ...(card === undefined ? [] : [describeCard(card)]),
    ...(carousel ?? []).map(describeCard),
  ];
}

function describeCard({ title, text }: UiCard): string {
  return text === undefined || text === "" ? title : `${title}: ${text}`;
}
