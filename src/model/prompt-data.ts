import type { Json } from "../engine/json.ts";

/**
 * Text from outside (messages, values, history) goes into a prompt as JSON inside a tag. With every angle bracket
 * escaped, no text can close its tag or open another one, and control characters cannot hide anything.
 */
export const dataBlock = (tag: string, data: Json): string => `<${tag}>\n${escapeData(data)}\n</${tag}>`;

export const escapeData = (data: Json): string =>
  JSON.stringify(data).replace(/[<>\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g, escapeCharacter);

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
