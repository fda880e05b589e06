import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const read = (file: string): string => readFileSync(join(root, file), "utf8");
const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => join("docs", name))
  .sort();
/** Pages whose code must work; the links of the others are checked too. */
export const withCode = ["README.md", ...pages];
export const withLinks = [...withCode, "CONTRIBUTING.md", "CHANGELOG.md"];

export interface Block {
  readonly place: string;
  readonly kind: string;
  /** What stands after the language: `fragment`, `test`. */
  readonly mark: string;
  readonly text: string;
}

export const blocksIn = (file: string): readonly Block[] => {
  const text = read(file);
  return [...text.matchAll(/^```(\w+) *(\w*)\n(.*?)^```$/gms)].map(([, kind = "", mark = "", code = ""], index) => ({
    place: `${file}, block ${index + 1}`,
    kind,
    mark,
    text: code,
  }));
};
export const blocks = withCode.flatMap(blocksIn);

/** The rows of the table under a heading, or of the first table that begins with this header. */
export const rowsOf = (text: string, header: string): readonly (readonly string[])[] => {
  const [, table = ""] = text.split(`\n${header}\n`);
  const lines = table.split("\n").slice(1);
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
};
export const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
/** The text literals of a union in the sources. */
export const unionOf = (file: string, name: string): readonly string[] => {
  const [, body = ""] = new RegExp(`export type ${name} =(.*?);\\n`, "s").exec(read(file)) ?? [];
  return [...body.matchAll(/"([^"]+)"/g)].map(([, member = ""]) => member);
};
