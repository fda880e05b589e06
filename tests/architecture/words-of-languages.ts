import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { tokensOf } from "../../src/language/grammar/tokens.ts";
import type { Words } from "../../src/language/language.ts";
import { languages } from "../../src/language/languages.ts";

const root = join(import.meta.dirname, "../../src");

/** Tables whose words tell that a language is read, and how many different ones are a list: one or two stand in any sentence. */
const tables = {
  numberWord: 5,
  ordinalWord: 4,
  month: 4,
  weekday: 4,
  dayWord: 4,
  part: 4,
  extreme: 3,
} as const satisfies Partial<Record<keyof Words, number>>;

/** Answers that nobody writes but who answers. */
const answers: Readonly<Record<keyof typeof languages, string>> = {
  en: "yeah yep yup nope nah",
  es: "vale venga claro",
  de: "ja nein jawohl",
  fr: "oui ouais nan",
};

/** A file, and the words of one table of a language that stand in its texts and patterns. */
export interface WordList {
  readonly file: string;
  readonly table: string;
  readonly words: readonly string[];
}

/** Source files by their path in `src`, with `/` on every platform. */
export const sourceFiles: readonly string[] = readdirSync(root, { recursive: true })
  .map((name) => String(name).replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .sort();

/** Every list of a language's words in one file. */
export function wordListsIn(file: string): readonly WordList[] {
  const said = wordsIn(file);
  return spoken.flatMap(({ table, words, fewest }) => {
    const found = [...words].filter((word) => said.has(word));
    return found.length < fewest ? [] : [{ file, table, words: found }];
  });
}

/** Whether a file has more than half of the words of a table. */
export function mostOf(table: keyof typeof tables, code: keyof typeof languages, file: string): boolean {
  const said = wordsIn(file);
  const words = spoken.find((each) => each.table === `${code} ${table}`)?.words ?? new Set<string>();
  return 2 * [...words].filter((word) => said.has(word)).length > words.size;
}

const wordsIn = (file: string): ReadonlySet<string> =>
  new Set(literalsIn(file).flatMap((text) => tokensOf(text).map((token) => token.text)));

const known = new Map<string, readonly string[]>();

/** The texts and patterns of a file, without comments and code. */
export function literalsIn(file: string): readonly string[] {
  const found = known.get(file) ?? parseLiterals(file);
  known.set(file, found);
  return found;
}

function parseLiterals(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && !isData(node.text)) found.push(node.text);
    // `\byes\b`: the letters of escapes are no words.
    else if (ts.isRegularExpressionLiteral(node)) found.push(node.text.replaceAll(/\\./g, " "));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Numbers written as letters, not words. */
const isData = (text: string): boolean => text.length > 1000 && !text.includes(" ");

const spoken = Object.entries(languages).flatMap(([code, { words }]) => [
  ...Object.entries(tables).map(([table, fewest]) => ({
    table: `${code} ${table}`,
    fewest,
    words: new Set(words[table as keyof typeof tables].flatMap(([, phrases]) => phrases.split("|").flatMap(aloneIn))),
  })),
  { table: `${code} answers`, fewest: 2, words: new Set(answers[code as keyof typeof answers].split(" ")) },
]);

/** The word of a phrase that has only one. */
function aloneIn(phrase: string): readonly string[] {
  const [first = "", ...others] = tokensOf(phrase).map(({ text }) => text);
  return others.length === 0 && first.length > 2 ? [first] : [];
}
