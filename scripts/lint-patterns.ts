import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { analyse } from "scslre";
import ts from "typescript";
import { recordPatterns } from "./recorded-patterns.ts";

/**
 * Fails on regular expressions that can take more than linear time: `npm run lint:patterns`. Every literal in src/ is
 * looked at, and every expression that is built while the readers of users' texts are loaded and used. The analysis is
 * static, so the answer is the same on every machine; what it cannot see is measured by the growth tests in
 * tests/understanding/growth.
 */

const root = join(import.meta.dirname, "..");

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Found, looked at, and left: each with the reason why it stays linear, or why no user's text gets there. */
const exempt: readonly { readonly source: string; readonly reason: string }[] = [];

function literalsOf(file: string): readonly Pattern[] {
  const code = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const walk = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const text = node.getText();
      const end = text.lastIndexOf("/");
      const { line } = code.getLineAndCharacterOfPosition(node.getStart());
      found.push({
        place: `${relative(root, file)}:${line + 1}`,
        source: text.slice(1, end),
        flags: text.slice(end + 1),
      });
    }
    ts.forEachChild(node, walk);
  };
  walk(code);
  return found;
}

function faultsOf({ source, flags }: Pattern): readonly string[] {
  const { reports } = analyse(
    { source, flags },
    { maxReports: 3, reportTypes: { Move: true, Self: true, Trade: true } },
  );
  return reports.map((report) => `${report.exponential ? "exponential" : "polynomial"} (${report.type.toLowerCase()})`);
}

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => join(root, "src", name));
const built = await recordPatterns();
const patterns = [...files.flatMap(literalsOf), ...built];
const used = new Set<string>();
const faults = patterns.flatMap((pattern) => {
  const found = faultsOf(pattern);
  if (found.length === 0) return [];
  const known = exempt.find(({ source }) => pattern.source.includes(source));
  if (known !== undefined) {
    used.add(known.source);
    return [];
  }
  return [`${pattern.place}\n  /${pattern.source.slice(0, 200)}/${pattern.flags}\n  ${found.join(", ")}`];
});
const stale = exempt.filter(({ source }) => !used.has(source)).map(({ source }) => `No longer needed: ${source}`);
for (const line of [...faults, ...stale]) console.error(line);
console.log(`${patterns.length} patterns, ${faults.length} of them not linear.`);
if (faults.length + stale.length > 0) {
  console.error("Anchor the pattern, put a lookbehind before what repeats, bound its repetition, or scan by hand.");
  process.exitCode = 1;
}
