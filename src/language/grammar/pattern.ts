import { tokensOf } from "./tokens.ts";

/**
 * How a phrase is built. As written in a language's tables: words, `(this|that)`, `optional?`, `<symbol>` or
 * `<symbol:key>` for what another table reads, and `=> key=value` for what the phrase says without a word for it.
 */
export type Node =
  /** One of these words. */
  | { readonly kind: "words"; readonly words: ReadonlySet<string> }
  | { readonly kind: "symbol"; readonly name: string; readonly key: string }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly options: readonly Node[] }
  | { readonly kind: "optional"; readonly item: Node };

export type Captures = Readonly<Record<string, unknown>>;

export interface Pattern {
  readonly node: Node;
  /** What every match of it says. */
  readonly sets: Captures;
}

const piece = /\)\??|[(|]|<[^<>]{1,80}>\??|[^\s()|<>]+/g;

export function compilePattern(written: string, hasElision: boolean): Pattern {
  const [form = "", sets = ""] = written.split("=>");
  const pieces = form.match(piece) ?? [];
  let at = 0;
  const choice = (): Node => {
    const options = [sequence()];
    while (pieces[at] === "|") {
      at += 1;
      options.push(sequence());
    }
    return oneOf(options);
  };
  const sequence = (): Node => {
    const items: Node[] = [];
    for (let next = pieces[at]; next !== undefined && next !== "|" && !next.startsWith(")"); next = pieces[at]) {
      at += 1;
      if (next !== "(") {
        items.push(leaf(next, hasElision));
        continue;
      }
      const inner = choice();
      const close = pieces[at];
      if (close === undefined) throw new Error(`A parenthesis of the pattern is not closed: ${written}`);
      at += 1;
      items.push(close === ")?" ? { kind: "optional", item: inner } : inner);
    }
    return items.length === 1 && items[0] ? items[0] : { kind: "sequence", items };
  };
  const node = choice();
  if (at < pieces.length) throw new Error(`A parenthesis of the pattern is not opened: ${written}`);
  return { node, sets: settingsOf(sets) };
}

/** Single words that follow each other among the options are looked up at once. */
function oneOf(options: readonly Node[]): Node {
  const merged: Node[] = [];
  for (const option of options) {
    const last = merged.at(-1);
    if (last?.kind === "words" && option.kind === "words")
      merged[merged.length - 1] = { kind: "words", words: new Set([...last.words, ...option.words]) };
    else merged.push(option);
  }
  return merged.length === 1 && merged[0] ? merged[0] : { kind: "choice", options: merged };
}

function leaf(written: string, hasElision: boolean): Node {
  const isOptional = written.length > 1 && written.endsWith("?");
  const bare = isOptional ? written.slice(0, -1) : written;
  const item = bare.startsWith("<") ? symbolNode(bare.slice(1, -1)) : wordsNode(bare, hasElision);
  return isOptional ? { kind: "optional", item } : item;
}

function symbolNode(written: string): Node {
  const [name = "", key = name] = written.split(":");
  return { kind: "symbol", name, key };
}

function wordsNode(written: string, hasElision: boolean): Node {
  const items = tokensOf(written, hasElision).map(({ text }): Node => ({ kind: "words", words: new Set([text]) }));
  return items.length === 1 && items[0] ? items[0] : { kind: "sequence", items };
}

function settingsOf(written: string): Captures {
  const pairs = (written.match(/\S+/g) ?? []).map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs.map(([key = "", value = ""]) => [key, Number.isNaN(Number(value)) ? value : Number(value)]),
  );
}
