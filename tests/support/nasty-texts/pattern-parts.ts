import type { Pattern } from "./read-patterns.ts";

/** A regular expression as the parts that a matching text is made of. Lookarounds match nothing. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "choice"; readonly options: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly min: number; readonly max: number };

const nothing: Part = { kind: "text", text: "" };
/** Characters to choose from for a class. Those that many patterns accept come first: they let patterns overlap. */
const letters = [..." a.,17-'\"e:éxX/$()!?;#&@_%+\n\t\u00a0\u200d\u0301日😀"];

/** Reads the syntax that is in use here; groups of all kinds, classes, escapes, quantifiers. */
export function partsOf({ source, flags }: Pattern): Part {
  let at = 0;
  const charactersOf = (piece: string): Part => {
    const matcher = new RegExp(`^(?:${piece})$`, flags.replaceAll(/[gy]/g, ""));
    return { kind: "text", text: letters.find((letter) => matcher.test(letter)) ?? "" };
  };

  function readChoice(): Part {
    const options = [readSequence()];
    while (source[at] === "|") {
      at++;
      options.push(readSequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: "choice", options };
  }

  function readSequence(): Part {
    const parts: Part[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(readRepeat());
    return { kind: "sequence", parts };
  }

  function readRepeat(): Part {
    const part = readAtom();
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at));
    if (found === null) return part;
    at += found[0].length;
    const [, min, comma, max] = found;
    if (found[0].startsWith("*")) return { kind: "repeat", part, min: 0, max: Infinity };
    if (found[0].startsWith("+")) return { kind: "repeat", part, min: 1, max: Infinity };
    if (found[0].startsWith("?")) return { kind: "repeat", part, min: 0, max: 1 };
    const most = max !== "" ? Number(max) : comma === "," ? Infinity : Number(min);
    return { kind: "repeat", part, min: Number(min), max: most };
  }

  function readAtom(): Part {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    if (character === "(") return readGroup();
    if (character === "[") return readClass();
    if (character === "\\") return readEscape();
    at += character.length;
    if (character === "^" || character === "$") return nothing;
    return character === "." ? { kind: "text", text: "x" } : { kind: "text", text: character };
  }

  function readGroup(): Part {
    const opening = /^\((?:\?(?:<?[=!]|:|<\w+>|[a-z]*-?[a-z]*:))?/.exec(source.slice(at))?.[0] ?? "(";
    at += opening.length;
    const inner = readChoice();
    at++;
    return /[=!]$/.test(opening) ? nothing : inner;
  }

  function readClass(): Part {
    const text = /^\[(?:\\[\s\S]|[^\]\\])*\]/.exec(source.slice(at))?.[0] ?? "[";
    at += text.length;
    return charactersOf(text);
  }

  function readEscape(): Part {
    const text =
      /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<\w+>|[\s\S])/.exec(source.slice(at))?.[0] ?? "\\";
    at += text.length;
    if (/^\\(?:[bB]|k|\d)/.test(text)) return nothing;
    if (/^\\[dwsDWSpP]/.test(text)) return charactersOf(text);
    return { kind: "text", text: unescaped(text) };
  }

  return readChoice();
}

const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: " ", f: " ", v: " " };

function unescaped(text: string): string {
  const code = /^\\(?:u\{?|x)([\da-fA-F]+)/.exec(text)?.[1];
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  return controls[text.slice(1)] ?? text.slice(1);
}
