/** Numbers of the vocabulary's special pieces. */
const unknown = "[UNK]";
const first = "[CLS]";
const last = "[SEP]";
/** Longer words are not looked up piece by piece. */
const longestWord = 100;

/** Splits a text into the pieces of words that the model knows, as numbers, with the marks of its beginning and end. */
export type WordPieces = (text: string) => readonly number[];

/**
 * The tokeniser of BERT, uncased. `most`: pieces of one text, the two marks included; the model has no positions for
 * more.
 */
export function createWordPieces(vocabulary: Readonly<Record<string, number>>, most: number): WordPieces {
  const numbers = new Map(Object.entries(vocabulary));
  const known = (piece: string): number => {
    const number = numbers.get(piece);
    if (number === undefined) throw new Error(`The vocabulary has no ${piece}.`);
    return number;
  };
  const marks = { unknown: known(unknown), first: known(first), last: known(last) };

  function piecesOf(word: string): readonly number[] {
    if (word.length > longestWord) return [marks.unknown];
    const pieces: number[] = [];
    let start = 0;
    while (start < word.length) {
      let end = word.length;
      const number = (): number | undefined =>
        numbers.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`);
      while (end > start && number() === undefined) end -= 1;
      const found = number();
      if (found === undefined) return [marks.unknown];
      pieces.push(found);
      start = end;
    }
    return pieces;
  }

  return (text) => {
    const pieces = [marks.first];
    for (const [word] of plain(text).matchAll(words)) {
      pieces.push(...piecesOf(word));
      if (pieces.length >= most) break;
    }
    return [...pieces.slice(0, most - 1), marks.last];
  };
}

/** Punctuation, every other sign of ASCII and each Chinese character are words of their own. */
const words =
  /[\p{P}$+<=>^`|~]|[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]|[^\s\p{P}$+<=>^`|~\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;
const controls = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu;

/** Small letters without accents, and without characters that nobody sees. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\t\n\r]/g, " ")
    .replaceAll(controls, "")
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();
