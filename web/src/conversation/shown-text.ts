import type { UiSource } from "../../../src/engine/assistant/ui.ts";
import type { Message } from "./wire.ts";

/** The text without the numbered list of choices that its buttons show again, each with its number. */
export function shownText({ text, ui }: Message): string {
  const list = (ui?.buttons ?? []).map(({ label }, index) => `${index + 1}. ${label}`).join("\n");
  return list === ""
    ? text
    : text
        .replace(list, "")
        .replace(/\n{2,}/g, "\n")
        .trim();
}

/** Whether the text numbers the choices, so that "the second one" makes sense to whoever reads the buttons. */
export const isNumbered = (message: Message): boolean => shownText(message) !== message.text;

/** Something to click that leaves the page. */
export interface Link {
  readonly label: string;
  readonly url: string;
}

/** The text in parts: its web addresses are links, and so is the title of the page that it was read from. */
export function linkParts(text: string, source?: UiSource): readonly (string | Link)[] {
  const line = source === undefined ? "" : `${source.title} (${source.url})`;
  if (source !== undefined && isWebAddress(source.url) && text.endsWith(line)) {
    return [...addressParts(text.slice(0, -line.length)), { label: source.title, url: source.url }];
  }
  return addressParts(text);
}

/** Every second part of the split is an address. */
const addressParts = (text: string): readonly (string | Link)[] =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/)
    .map((part, index) => (index % 2 === 0 ? part : { label: part, url: part }))
    .filter((part) => part !== "");

/** Whatever the server says: a link of this page runs no script and opens no file. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
