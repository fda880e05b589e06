import { execFileSync } from "node:child_process";
import ts from "typescript";

/*
 * How much code reads language: `npm run code-size -- 793ec26 HEAD`. It counts, of the files in the folders below at a commit, the lines
 * that hold at least one token of code. Left out are tests, comments, blank lines, imports and exports from other files, and word data:
 * lines that belong wholly to one text, to a list of texts, or to a table of rows in which every leaf is a text, a number, true or false.
 */
const parts: Readonly<Record<string, RegExp>> = {
  "words and rules of each language": /^src\/(?:language\/(?:en|es|de|fr)\/|respond\/rephrase-lexicon-)/,
  // Before it had a room, language was read in the domain; its calendar is in the engine now.
  language:
    /^src\/(?:language\/(?!(?:en|es|de|fr)\/)|domain\/language\/|respond\/(?:detect-language|language-signs|rephrase-lexicon\.ts|rephrase-languages)|engine\/expression\/(?:calendar-day|local-time|time-zone-offset))/,
  "embedded understanding": /^src\/understand\/(?:embedded\/|slot-kind|agreement)/,
  knowledge: /^src\/digress\/(?:knowledge\/|match-slot)/,
};

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28, cwd: import.meta.dirname });

for (const commit of process.argv.slice(2)) {
  const files = git("ls-tree", "-r", "--full-tree", "--name-only", commit, "src")
    .split("\n")
    .filter(
      (name) => name.endsWith(".ts") && !/\.test\.ts$|\/texts(?:-signs)?\.ts$|background-vectors\.ts$/.test(name),
    );
  const rows = Object.entries(parts).map(([part, isIn]) => {
    const own = files.filter((name) => isIn.test(name));
    const counts = own.map((name) => codeLines(name, git("show", `${commit}:${name}`)));
    const sum = (key: "code" | "data"): number => counts.reduce((total, each) => total + each[key], 0);
    return [part, { files: own.length, code: sum("code"), "word data": sum("data") }] as const;
  });
  const total = rows.reduce((sum, [, { code }]) => sum + code, 0);
  console.log(`${commit}: ${total} lines of code`);
  console.table(Object.fromEntries(rows));
}

function codeLines(name: string, text: string): { readonly code: number; readonly data: number } {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const code = new Set<number>();
  const data = new Set<number>();
  const lineOf = (place: number): number => source.getLineAndCharacterOfPosition(place).line;
  const mark = (node: ts.Node, lines: Set<number>): void => {
    for (let line = lineOf(node.getStart(source)); line <= lineOf(node.getEnd()); line += 1) lines.add(line);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) return;
    if (isList(node) && isData(node)) {
      mark(node, data);
      return;
    }
    const children = node.getChildren(source);
    if (children.length === 0 && node.getWidth(source) > 0)
      mark(node, ts.isStringLiteralLike(node) && isLong(node) ? data : code);
    for (const child of children) visit(child);
  };
  visit(source);
  // A line that code and data share is code.
  return { code: code.size, data: [...data].filter((line) => !code.has(line)).length };
}

function isLong(node: ts.StringLiteralLike): boolean {
  return node.text.length > 60;
}

function isList(node: ts.Node): boolean {
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
}

/** Nothing but texts, numbers and lists of them. */
function isData(node: ts.Node): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.length > 0 && node.elements.every(isData);
  if (ts.isObjectLiteralExpression(node))
    return (
      node.properties.length > 0 &&
      node.properties.every((each) => ts.isPropertyAssignment(each) && isData(each.initializer))
    );
  if (ts.isPrefixUnaryExpression(node)) return isData(node.operand);
  if (ts.isTemplateExpression(node)) return true;
  const { kind } = node;
  const isPlain =
    kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword || kind === ts.SyntaxKind.NullKeyword;
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isRegularExpressionLiteral(node) || isPlain;
}
