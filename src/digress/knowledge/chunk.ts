import { parseDocument } from "yaml";
import { SoniError } from "../../engine/errors.ts";
import { webAddress } from "../web-address.ts";

/** What one heading holds: the piece in which documents are searched and shown. */
export interface Chunk {
  /** File and heading, as shown to authors: `fees.md#cards-abroad`. */
  readonly source: string;
  readonly title: string;
  readonly text: string;
  /** Of the page where users read the document. */
  readonly url?: string;
}

/** Longer sections are cut at a paragraph: a passage should answer one question, and vectors read only so much. */
const longestChunk = 1_200;

/** Cuts Markdown at its headings. A title carries the headings above it, so that twins can be told apart. */
export function chunkMarkdown(file: string, markdown: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  const above: string[] = [];
  let lines: string[] = [];
  let fenced = false;
  const { url, body } = splitFrontMatter(file, markdown);
  const close = (): void => {
    const titles = above.filter((title) => title !== "");
    const place = { title: titles.join(" > "), source: sourceOf(file, titles.at(-1) ?? "") };
    chunks.push(...cut(lines.join("\n"), url === null ? place : { ...place, url }));
    lines = [];
  };
  for (const line of body.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? null : /^(#{1,6})\s+(\S.*)?$/.exec(line);
    if (heading === null) lines.push(line);
    else {
      close();
      const depth = heading[1]?.length ?? 1;
      above.length = Math.min(above.length, depth - 1);
      while (above.length < depth - 1) above.push("");
      above.push(
        plain(
          (heading[2] ?? "")
            .trimEnd()
            .replace(/(?<!#)#+$/, "")
            .trimEnd(),
        ),
      );
    }
  }
  close();
  return distinct(chunks);
}

export function sourceOf(file: string, heading: string): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return slug === "" ? file : `${file}#${slug}`;
}

function cut(text: string, place: Omit<Chunk, "text">): readonly Chunk[] {
  const pieces: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/).map(plain)) {
    const last = pieces.at(-1);
    if (paragraph === "") continue;
    if (last === undefined || last.length + paragraph.length > longestChunk) pieces.push(paragraph);
    else pieces[pieces.length - 1] = `${last}\n${paragraph}`;
  }
  return pieces.map((piece) => ({ ...place, text: piece }));
}

/** Two sections of one name, or pieces of one section, still need places of their own. */
function distinct(chunks: readonly Chunk[]): readonly Chunk[] {
  const seen = new Map<string, number>();
  return chunks.map((chunk) => {
    const count = (seen.get(chunk.source) ?? 0) + 1;
    seen.set(chunk.source, count);
    return count === 1 ? chunk : { ...chunk, source: `${chunk.source}-${count}` };
  });
}

/** As a person reads it: answers are shown in channels that know no Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, "$2")
    .replaceAll(/\n(?!\s{0,40}(?:[-*+]|\d{1,9}\.)\s)/g, " ")
    .replaceAll(/[ \t]+/g, " ")
    .trim();
}

/** The `url` in front matter is the document's address; the rest of it is for other programs. */
function splitFrontMatter(file: string, markdown: string): { readonly url: string | null; readonly body: string } {
  const found = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(markdown);
  if (found === null) return { url: null, body: markdown };
  const matter = parseDocument(found[1] ?? "");
  const url: unknown = matter.errors.length > 0 ? undefined : matter.get("url");
  return {
    url: url === undefined || url === null ? null : addressIn(file, url),
    body: markdown.slice(found[0].length),
  };
}

/** What an author gave as the address of a document. */
export function addressIn(file: string, written: unknown): string {
  const url = typeof written === "string" ? webAddress(written) : null;
  if (url !== null) return url;
  throw new SoniError("knowledge.bad_url", `The url '${written}' in '${file}' must begin with http:// or https://.`);
}
