import type { Template } from "../engine/assistant/template.ts";
import type {
  Ui,
  UiButton,
  UiButtonDefinition,
  UiCard,
  UiCardDefinition,
  UiDefinition,
  UiSource,
} from "../engine/assistant/ui.ts";
import type { Command } from "../engine/commands/command.ts";
import type { PromptId } from "../engine/ids.ts";
import { aboutSlot, type Outcome, type PatternName } from "../engine/state/outcome.ts";
import type { ChoiceOption } from "../engine/state/state.ts";
import type { MessageSource, OutgoingMessage } from "../engine/state/turn.ts";
import type { Words } from "../language/texts.ts";
import { formatContextOf, formatValue, interpolate, type RenderContext, textsFor } from "./locale.ts";
import { capitalised } from "./phrase.ts";
import { allButtons, numberedList, sourceLine } from "./plain-text.ts";
import { type RenderedPattern, renderPattern, renderResponse } from "./render-pattern.ts";
import { rejectionText } from "./render-rejection.ts";

/** A message without its id, which the caller gives. */
export interface RenderedMessage extends Omit<OutgoingMessage, "id"> {
  /** It may be put into other words, if these values in it stay as they are. Not part of what is sent. */
  readonly rephrasable?: { readonly values: readonly string[] };
}

type OutcomeOf<Kind extends Outcome["kind"]> = Extract<Outcome, { readonly kind: Kind }>;

/** Finds the words for what happened. Pure: the same outcomes and context always give the same messages. */
export function renderOutcomes(outcomes: readonly Outcome[], context: RenderContext): RenderedMessage[] {
  const rendered: RenderedMessage[] = [];
  for (const outcome of outcomes) rendered.push(...renderOutcome(outcome, context));
  return rendered.filter((message) => message.text.trim() !== "" || message.ui !== undefined);
}

function renderOutcome(outcome: Outcome, context: RenderContext): readonly RenderedMessage[] {
  switch (outcome.kind) {
    case "said":
      return [renderSaid(outcome, context)];
    case "slot_asked":
      return [renderQuestion(outcome, context)];
    case "confirmation_asked":
      return [renderConfirmation(outcome, context)];
    case "slot_rejected":
      return [renderRejection(outcome, context)];
    case "pattern":
      return [renderSystemText(outcome, inLanguage(outcome, context))];
    case "answered": {
      const rendered = renderPattern(outcome, inLanguage(outcome, context));
      return [
        rewordable(message(rendered.text, { kind: "digression", digression: outcome.digression }), outcome, rendered),
      ];
    }
    case "passage":
      return [renderPassage(outcome)];
    case "repeated":
      return outcome.texts.map((said) => message(said, { kind: "digression", digression: "repeat" }));
    default:
      return outcome satisfies never;
  }
}

const inLanguage = ({ language }: { readonly language?: string }, context: RenderContext): RenderContext =>
  language === undefined ? context : { ...context, language };

function renderSaid(outcome: OutcomeOf<"said">, context: RenderContext): RenderedMessage {
  const { flow, step, message: template, response, values } = outcome;
  const words =
    template === undefined
      ? renderResponse(response ?? "", values, context)
      : interpolate(template, values, formatContextOf(context));
  const ui = stepUi(outcome, context);
  const said = message(words, { kind: "step", flow, step }, ui);
  return outcome.rephrase && ui === undefined
    ? { ...said, rephrasable: { values: shownValues(words, outcome, context) } }
    : said;
}

/** A step's values are captured for all its variations: these are the ones that were said. */
function shownValues(words: string, { values }: OutcomeOf<"said">, context: RenderContext): readonly string[] {
  const format = formatContextOf(context);
  const shown = Object.values(values).map((value) => formatValue(value, format));
  return [...new Set(shown)].filter((value) => value !== "" && words.includes(value));
}

function renderQuestion(outcome: OutcomeOf<"slot_asked">, context: RenderContext): RenderedMessage {
  const { flow, step, slot, page, values, options = [] } = outcome;
  const template = outcome.message ?? slot.prompt;
  const pattern = options.length === 0 ? "ask_slot" : "ask_which_option";
  const question =
    template === undefined
      ? renderPattern({ pattern, values: aboutSlot(slot), options }, context)
      : { text: interpolate(template, values, formatContextOf(context)), namesOptions: false };
  const ui = withValues(withOptions(stepUi(outcome, context), options), slot);
  const lines = question.namesOptions ? [] : optionLines(options, ui);
  const hint = page === undefined || page.pages < 2 ? [] : [pageHint(page, context)];
  const source: MessageSource = step === null ? { kind: "pattern", pattern } : { kind: "step", flow, step };
  return message([question.text, ...lines, ...hint].join("\n"), source, ui);
}

function renderRejection(outcome: OutcomeOf<"slot_rejected">, context: RenderContext): RenderedMessage {
  const { text: words, pattern } = rejectionText(outcome, context);
  return message(words, { kind: "pattern", pattern });
}

function renderConfirmation(outcome: OutcomeOf<"confirmation_asked">, context: RenderContext): RenderedMessage {
  const { flow, step, message: template, values, promptId } = outcome;
  const ui = withYesAndNo(stepUi(outcome, context), promptId, textsFor(context.language).words);
  return message(interpolate(template, values, formatContextOf(context)), { kind: "step", flow, step }, ui);
}

function renderSystemText(outcome: OutcomeOf<"pattern">, context: RenderContext): RenderedMessage {
  const { pattern, options = [], promptId } = outcome;
  const rendered = renderPattern(outcome, context);
  const isYesOrNo = pattern === "ask_person" || (isDoubt(pattern) && options.length === 1);
  const chosen = isYesOrNo
    ? yesOrNo(options, textsFor(context.language).words)
    : withOptions(undefined, isDoubt(pattern) ? [...options, noneOf(context)] : options);
  const ui = promptId === undefined ? chosen : withYesAndNo(chosen, promptId, textsFor(context.language).words);
  // Offered in passing: another question follows, and a number would answer that one.
  const isNamed = rendered.namesOptions || pattern === "flows_paused" || pattern === "ask_value" || isYesOrNo;
  const listed = isNamed ? [] : optionLines(options, ui);
  const said = message([rendered.text, ...listed].join("\n"), { kind: "pattern", pattern }, ui);
  return rewordable(said, outcome, rendered);
}

/** The question is about what was meant. */
const isDoubt = (pattern: PatternName): boolean => pattern === "ask_value" || pattern === "ask_meaning";

const noneOf = (context: RenderContext): ChoiceOption => ({
  label: renderPattern({ pattern: "option_none", values: {} }, context).text,
  command: { type: "deny" },
});

/** What the system asks stays as it is, and so does what buttons belong to; the rest may be put into other words. */
function rewordable(
  said: RenderedMessage,
  { pattern, rephrase }: OutcomeOf<"pattern" | "answered">,
  { shown }: RenderedPattern,
): RenderedMessage {
  const isFixed = rephrase === false || said.ui !== undefined || pattern.startsWith("ask_");
  return isFixed ? said : { ...said, rephrasable: { values: shown } };
}

/** A step's `ui` with its texts filled in. */
function stepUi(
  outcome: { readonly ui?: UiDefinition; readonly promptId?: PromptId; readonly values: OutcomeOf<"said">["values"] },
  context: RenderContext,
): Ui | undefined {
  const { ui, promptId, values } = outcome;
  if (ui === undefined) return undefined;
  const format = formatContextOf(context);
  const fill = (template: Template): string => interpolate(template, values, format);
  const button = ({ label, command }: UiButtonDefinition): UiButton => ({
    label: fill(label),
    command: answering(command, promptId),
  });
  const card = ({ title, text: words, image, buttons }: UiCardDefinition): UiCard => ({
    title: fill(title),
    ...(words === undefined ? {} : { text: fill(words) }),
    ...(image === undefined ? {} : { image: fill(image) }),
    buttons: buttons.map(button),
  });
  const { buttons, quickReplies, card: single, carousel, image } = ui;
  return {
    ...(buttons === undefined ? {} : { buttons: buttons.map(button) }),
    ...(quickReplies === undefined ? {} : { quickReplies: quickReplies.map(button) }),
    ...(single === undefined ? {} : { card: card(single) }),
    ...(carousel === undefined ? {} : { carousel: carousel.map(card) }),
    ...(image === undefined ? {} : { image: { url: fill(image.url), alt: fill(image.alt) } }),
  };
}

/** Affirming or denying buttons answer this prompt and no later one. */
function answering(command: Command, promptId: PromptId | undefined): Command {
  const answers = command.type === "affirm" || command.type === "deny";
  return promptId !== undefined && answers ? { ...command, promptId } : command;
}

/** The choices of a list, before the buttons that the step itself has. */
function withOptions(ui: Ui | undefined, options: readonly ChoiceOption[] | undefined): Ui | undefined {
  if (options === undefined || options.length === 0) return ui;
  const buttons = options.map(({ label, command }) => ({ label, command }));
  return { ...ui, buttons: [...buttons, ...(ui?.buttons ?? [])] };
}

/** A short list of values can be clicked, unless the step offers a choice of its own. */
function withValues(ui: Ui | undefined, { name, values }: OutcomeOf<"slot_asked">["slot"]): Ui | undefined {
  if (values.length === 0 || values.length > mostButtons || (ui !== undefined && allButtons(ui).length > 0)) return ui;
  const buttons = values.map(({ value }) => ({
    label: String(value),
    command: { type: "set_slot" as const, slot: name, value },
  }));
  return { ...ui, buttons };
}

/** More would fill the screen. */
const mostButtons = 8;

/** Yes and no, unless the step offers a choice of its own. */
function withYesAndNo(ui: Ui | undefined, promptId: PromptId, words: Words): Ui {
  if (ui !== undefined && allButtons(ui).length > 0) return ui;
  return {
    ...ui,
    buttons: [
      { label: capitalised(words.yes), command: { type: "affirm", promptId } },
      { label: capitalised(words.no), command: { type: "deny", promptId } },
    ],
  };
}

/** The only option, to be taken or left. */
const yesOrNo = (options: readonly ChoiceOption[], words: Words): Ui => ({
  buttons: [
    ...options.map(({ command }) => ({ label: capitalised(words.yes), command })),
    { label: capitalised(words.no), command: { type: "deny" } },
  ],
});

/** Numbered like the buttons, which hold the step's own after the options. */
function optionLines(options: readonly ChoiceOption[], ui: Ui | undefined): readonly string[] {
  return options.length === 0 ? [] : [numberedList((ui?.buttons ?? []).map((button) => button.label))];
}

function pageHint(page: { readonly number: number; readonly pages: number }, context: RenderContext): string {
  const values = {
    page: { value: page.number, type: "integer" },
    pages: { value: page.pages, type: "integer" },
  } as const;
  return renderPattern({ pattern: "page_hint", values }, context).text;
}

/** The line below says where it was read, so that the user can judge it. */
function renderPassage({ text: passage, source, url }: OutcomeOf<"passage">): RenderedMessage {
  const from: MessageSource = { kind: "digression", digression: "question" };
  const title = source ?? "";
  if (url === undefined) return message(title === "" ? passage : `${passage}\n(${title})`, from);
  const page: UiSource = { title: title === "" ? url : title, url };
  return message(`${passage}\n${sourceLine(page)}`, from, { source: page });
}

function message(words: string, source: MessageSource, ui?: Ui): RenderedMessage {
  return { text: words, ...(ui === undefined ? {} : { ui }), source };
}
