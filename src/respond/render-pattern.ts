import type { Template } from "../engine/assistant/template.ts";
import type { PatternName, TemplateValues } from "../engine/state/outcome.ts";
import type { ChoiceOption } from "../engine/state/state.ts";
import type { Sentence, Text } from "../language/texts.ts";
import { chooseText } from "./choose-text.ts";
import { pluralRules } from "./intl-formatters.ts";
import { type FormatContext, formatContextOf, interpolate, type RenderContext } from "./locale.ts";
import { completeValues, countOf, showPatternValue } from "./pattern-values.ts";

export interface PatternRequest {
  readonly pattern: PatternName;
  readonly values: TemplateValues;
  readonly options?: readonly ChoiceOption[];
}

export interface RenderedPattern {
  readonly text: string;
  /** The values in the text, as they are written there. */
  readonly shown: readonly string[];
  /** The text names the options itself, so that no list has to follow. */
  readonly namesOptions: boolean;
}

/** A text that the system says of its own accord, in the assistant's words or the catalogue's. */
export function renderPattern(request: PatternRequest, context: RenderContext): RenderedPattern {
  const chosen = chooseText(request.pattern, context);
  const format = formatContextOf(context);
  const values = completeValues(request.values, request.options);
  if (chosen === null) return { text: "", shown: [], namesOptions: false };
  if (chosen.by === "catalogue") {
    const text = fillText(chosen.text, values, format) || chosen.bare;
    return { text, shown: shownIn(text, values, format), namesOptions: false };
  }
  const text = fillOwn(chosen.template, values, format);
  return {
    text,
    shown: shownIn(text, values, format),
    namesOptions: chosen.template.parts.some((part) => part.kind === "path" && part.path.join(".") === "options"),
  };
}

/** Descriptions are written with a capital or without, by their place. */
function shownIn(text: string, values: TemplateValues, format: FormatContext): readonly string[] {
  const written = Object.keys(values).flatMap((name) =>
    ["", ", "].map((before) => showPatternValue(name, { values, before }, format)),
  );
  return [...new Set(written)].filter((value) => value !== "" && text.includes(value));
}

/** A named response of the assistant. Its values are slots, which are quoted as they are. */
export function renderResponse(name: string, values: TemplateValues, context: RenderContext): string {
  const chosen = chooseText(name, context);
  const format = formatContextOf(context);
  if (chosen === null) return "";
  return chosen.by === "assistant"
    ? interpolate(chosen.template, values, format)
    : fillText(chosen.text, values, format) || chosen.bare;
}

/** The assistant's author chose these words: nothing is left out of them. */
function fillOwn(template: Template, values: TemplateValues, format: FormatContext): string {
  return template.parts.reduce(
    (before, part) =>
      before + (part.kind === "text" ? part.text : showPatternValue(part.path.join("."), { values, before }, format)),
    "",
  );
}

function fillText(text: Text, values: TemplateValues, format: FormatContext): string {
  const sentences = typeof text === "string" ? [text] : text;
  return sentences
    .map((sentence) => fillSentence(formOf(sentence, values, format), values, format))
    .filter((sentence) => sentence !== null)
    .join(" ");
}

function formOf(sentence: Sentence, values: TemplateValues, format: FormatContext): string | null {
  if (typeof sentence === "string") return sentence;
  const count = countOf(sentence.count, values);
  if (count === null) return null;
  return sentence.forms[pluralRules(format.locale).select(count)] ?? sentence.forms.other;
}

/** Null if a value that the sentence names is not there. */
function fillSentence(sentence: string | null, values: TemplateValues, format: FormatContext): string | null {
  if (sentence === null) return null;
  // Odd pieces are the names: `split` keeps what the group matched.
  const pieces = sentence.split(/\{(\w+)\}/);
  let filled = "";
  for (const [index, piece] of pieces.entries()) {
    const shown = index % 2 === 0 ? piece : showPatternValue(piece, { values, before: filled }, format);
    if (shown === "" && index % 2 === 1) return null;
    filled += shown;
  }
  return filled;
}
