import type { ResponseDefinition } from "../engine/assistant/settings.ts";
import type { Template } from "../engine/assistant/template.ts";
import type { PatternName } from "../engine/state/outcome.ts";
import type { Catalogue, Text } from "../language/texts.ts";
import { baseLanguage, languageTexts, type RenderContext, textsFor } from "./locale.ts";

type ChosenText =
  | { readonly by: "assistant"; readonly template: Template }
  | { readonly by: "catalogue"; readonly text: Text; readonly bare: string };

/**
 * The words for a system text or a named response, or null for a name that nobody worded. The assistant's own come
 * first, but its default is in its own language: in a conversation in another one the catalogue of that language wins.
 */
export function chooseText(name: string, context: RenderContext): ChosenText | null {
  const seed = `${context.seed}:${context.turn}:${name}`;
  const own = ownResponse(name, context);
  const inLanguage = own && listed(inLanguageOf(own, context.language));
  if (inLanguage) return { by: "assistant", template: chooseVariation(inLanguage, seed) };

  const defaults = own && listed([...(own.default ? [own.default] : []), ...own.variations]);
  const language = baseLanguage(context.language);
  const isOwnLanguage = language === baseLanguage(context.assistant.settings.language);
  const isBuiltIn = isPattern(name, textsFor(language).patterns) && languageTexts.has(language);
  if (defaults && (isOwnLanguage || !isBuiltIn)) {
    return { by: "assistant", template: chooseVariation(defaults, seed) };
  }

  const { patterns } = textsFor(language);
  if (!isPattern(name, patterns)) return null;
  const { default: text, variations = [], bare = "" } = patterns[name];
  return { by: "catalogue", text: chooseVariation([text, ...variations], seed), bare };
}

/** An assistant that words small talk itself words its greetings with it, until it has words for them. */
function ownResponse(name: string, { assistant: { responses } }: RenderContext): ResponseDefinition | undefined {
  const own = responses.get(name);
  return own === undefined && name.startsWith("chitchat_") ? responses.get("chitchat") : own;
}

function inLanguageOf(own: ResponseDefinition, language: string): readonly Template[] {
  return own.languages.get(language) ?? own.languages.get(baseLanguage(language)) ?? [];
}

function isPattern(name: string, patterns: Catalogue): name is PatternName {
  return Object.hasOwn(patterns, name);
}

function listed<Item>([first, ...rest]: readonly Item[]): readonly [Item, ...Item[]] | undefined {
  return first === undefined ? undefined : [first, ...rest];
}

/** The same seed always chooses the same text: a turn that is run again after a crash says the same words. */
export function chooseVariation<Item>(items: readonly [Item, ...Item[]], seed: string): Item {
  return items[hash(seed) % items.length] ?? items[0];
}

/** FNV-1a with a final mix, because its low bits alone hardly change between one turn and the next. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
