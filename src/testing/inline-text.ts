import { isMap, isNode } from "yaml";
import type { Source } from "../config/source.ts";

/**
 * The assistant under `yaml:` as a file of its own. The lines before it stay, empty, so that mistakes in it are told
 * with the line of the test file.
 */
export function inlineText(source: Source, text: string): string {
  const { contents } = source.document;
  const node = isMap(contents) ? contents.get("yaml", true) : undefined;
  if (!isNode(node) || !node.range) return "";
  const [start, , end] = node.range;
  const { line, col } = source.lines.linePos(start);
  const indent = col - 1;
  // The first line starts at the node; the others carry the indentation.
  const lines = text.slice(start, end).split("\n");
  const dedented = lines.map((content, index) =>
    index === 0 || content.slice(0, indent).trim() !== "" ? content : content.slice(indent),
  );
  return "\n".repeat(line - 1) + dedented.join("\n");
}
