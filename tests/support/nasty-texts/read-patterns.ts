import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../../..");

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression and every word in the code that reads users' texts, found by parsing the sources. */
export interface ReadingSources {
  readonly patterns: readonly Pattern[];
  readonly words: readonly string[];
}

export function readSources(
  globs: readonly string[] = ["src/understand/**/*.ts", "src/language/**/*.ts", "src/language/**/*.ts"],
): ReadingSources {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: root })).filter((file) => !file.endsWith(".test.ts"));
  const found = files.toSorted().map((file) => readFile(join(root, file)));
  const patterns = new Map(
    found.flatMap((each) => each.patterns).map((each) => [`/${each.source}/${each.flags}`, each]),
  );
  return { patterns: [...patterns.values()], words: [...new Set(found.flatMap((each) => each.words))] };
}

function readFile(file: string): ReadingSources {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const patterns: Pattern[] = [];
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) patterns.push(literalPattern(node.text));
    // A pattern that is put together: its parts are patterns of their own, and so are lists of alternatives.
    if (isText(node)) {
      if (/[\\|*+?()[\]]/.test(node.text)) patterns.push({ source: node.text, flags: "iu" });
      words.push(...node.text.split(/[^\p{L}' ]+/u).filter((word) => /^\p{Ll}[\p{Ll}' ]{1,30}$/u.test(word)));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { patterns: patterns.filter(isValid), words };
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

function literalPattern(text: string): Pattern {
  const end = text.lastIndexOf("/");
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

function isValid({ source, flags }: Pattern): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
