import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type PatternName, patternNames } from "../../src/engine/state/outcome.ts";
import type { OutgoingMessage } from "../../src/engine/state/turn.ts";
import type { Sentence, TextEntry } from "../../src/language/texts.ts";
import { languageTexts } from "../../src/respond/locale.ts";
import { type Conversation, loadConversations, runConversation } from "../../src/testing/index.ts";

/** Conversations that bring up most of what the system says of its own accord, held again in each language. */
const files = [
  "actions.yaml",
  "cancellations.yaml",
  "choices.yaml",
  "constraints.yaml",
  "control.yaml",
  "corrections.yaml",
  "digressions.yaml",
  "doubts.yaml",
  "handoff.yaml",
  "inputs.yaml",
  "interruptions.yaml",
  "invalid-values.yaml",
  "languages.yaml",
  "messages.yaml",
  "rejections.yaml",
  "repair.yaml",
  "resume-offers.yaml",
  "slots.yaml",
  "stack-limit.yaml",
  "undo.yaml",
];

/** What no conversation of these brings up: changed assistants, messages set aside, defects, and a text that nothing says yet. */
const elsewhere: readonly PatternName[] = [
  "flow_changed",
  "flow_gone",
  "asked_again",
  "understanding_unavailable",
  "message_quarantined",
  "internal_error",
  "slot_skipped",
];

interface Wording {
  readonly pattern: PatternName;
  readonly wording: string;
  readonly found: RegExp;
}

const wordingsOf = ({ default: text, variations = [], bare }: TextEntry): readonly string[] => [
  ...[text, ...variations]
    .flatMap((each): readonly Sentence[] => (typeof each === "string" ? [each] : each))
    .flatMap(formsOf),
  ...(bare === undefined ? [] : [bare]),
];

const formsOf = (sentence: Sentence): readonly string[] =>
  typeof sentence === "string" ? [sentence] : Object.values(sentence.forms);

/** Every sentence of a language, with anything where a value stands. */
function wordingsIn(language: string): readonly Wording[] {
  const patterns = languageTexts.get(language)?.patterns;
  if (patterns === undefined) throw new Error(`no texts in ${language}`);
  return patternNames.flatMap((pattern) =>
    wordingsOf(patterns[pattern])
      .filter((wording) => wording !== "{error}")
      .map((wording) => ({ pattern, wording, found: sentenceLike(wording) })),
  );
}

const sentenceLike = (wording: string): RegExp =>
  new RegExp(
    `(?:^|[\\s(])${wording
      .split(/\{\w+\}/)
      .map((fixed) => fixed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+")}(?=$|\\s)`,
    "u",
  );

const folder = fileURLToPath(new URL(".", import.meta.url));
/** Where a user is answered in English on purpose, because they write it to an assistant that does not speak it. */
const inEnglish = "an assistant in another language speaks that one";
const loaded = (await Promise.all(files.map((file) => loadConversations(join(folder, file)))))
  .flat()
  .filter(({ name }) => name !== inEnglish);

/** The same talk in another language: nothing is expected of it, and so it runs to its end. */
const inLanguage = (conversation: Conversation, locale: string): Conversation => ({
  ...conversation,
  setup: { ...conversation.setup, session: { ...conversation.setup.session, locale } },
  turns: conversation.turns.map(({ input, after, line, lines }) => ({ input, after, line, lines })),
});

async function saidIn(locale: string): Promise<readonly OutgoingMessage[]> {
  const said: OutgoingMessage[] = [];
  for (const conversation of loaded) {
    const { turns } = await runConversation(inLanguage(conversation, locale), { host: "direct" });
    said.push(...turns.flatMap((turn) => turn.messages));
  }
  return said;
}

/** What the system says in the name of a step; the rest of what steps say is the author's, in English here. */
const inSteps: readonly PatternName[] = ["ask_slot", "ask_which_option", "page_hint"];

const english = wordingsIn("en");

describe.each(["es", "de", "fr"])("a talk in %s", (locale) => {
  it("has no English sentence of the system in it, and nearly every text of its own", async () => {
    const own = wordingsIn(locale);
    const said = await saidIn(locale);
    const strange = said.filter(({ text, source }) =>
      english.some(({ pattern, found }) => (source.kind !== "step" || inSteps.includes(pattern)) && found.test(text)),
    );
    expect(strange.map(({ text }) => text)).toEqual([]);
    const heard = new Set(
      own.filter(({ found }) => said.some(({ text }) => found.test(text))).map(({ pattern }) => pattern),
    );
    expect(patternNames.filter((name) => !heard.has(name) && !elsewhere.includes(name))).toEqual([]);
  });
});
