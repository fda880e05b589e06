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

/** Text and web addresses in turn: every second part is an address. */
export const linkParts = (text: string): readonly string[] => text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/);
