import { parseDocument } from "yaml";
import { isRecord, type SourceText } from "../config/source.ts";

/** The assistant's files with some settings replaced: a test wants a limit that the assistant does not have. */
export function overrideSources(
  texts: readonly SourceText[],
  overrides: Readonly<Record<string, unknown>>,
): readonly SourceText[] {
  const leaves = leavesOf(overrides, []);
  if (leaves.length === 0) return texts;
  const documents = texts.map(({ text }) => parseDocument(text));
  for (const { path, value } of leaves) {
    const owner =
      documents.find((document) => document.hasIn(path)) ??
      documents.find((document) => document.has(path[0])) ??
      documents[0];
    owner?.setIn(path, value);
  }
  return texts.map(({ file }, index) => ({ file, text: String(documents[index]) }));
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

const leavesOf = (value: unknown, path: readonly string[]): readonly Leaf[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
    : [{ path, value }];
