const closers = `"'”’»)\\]」』）`;
const ends = new RegExp(`[.!?…][${closers}]*$`, "u");
/** Marks after which no blank follows. */
const wideEnds = new RegExp(`[。！？]+[${closers}]*`, "gu");
/** The number of a list. */
const listNumber = /^\(?\d{1,3}[.)]$/;
const initial = /^\p{Lu}\.$/u;

/**
 * The sentences of a text, each with the blank before it: together they are the text. They are units to be told one by one, so a cut
 * at an abbreviation does no harm. Lines end sentences too.
 */
export function sentencesIn(text: string): readonly string[] {
  const starts = startsIn(text);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

function startsIn(text: string): readonly number[] {
  const starts = [0];
  let before: { readonly word: string; readonly end: number; readonly opens: boolean } | null = null;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (before !== null) {
      const isLine = text.slice(before.end, index).includes("\n");
      if (isLine || endsSentence(before)) starts.push(before.end);
    }
    let opens: boolean = before === null || starts.at(-1) === before.end;
    let begin = 0;
    for (const mark of word.matchAll(wideEnds)) {
      const end = mark.index + mark[0].length;
      if (end === word.length) continue;
      starts.push(index + end);
      begin = end;
      opens = true;
    }
    // Only the part after the last cut counts: the text may have been cut there before the rest arrived.
    before = { word: word.slice(begin), end: index + word.length, opens };
  }
  return starts;
}

const endsSentence = ({ word, opens }: { readonly word: string; readonly opens: boolean }): boolean =>
  ends.test(word) && !initial.test(word) && !(opens && listNumber.test(word));

/** Cuts a text that arrives in pieces. */
export interface SentenceCutter {
  /** The sentences that are complete: the next one has begun. */
  push(piece: string): readonly string[];
  /** What has no end so far. */
  rest(): string;
}

export function createSentenceCutter(): SentenceCutter {
  let open = "";
  return {
    push(piece) {
      const sentences = sentencesIn(open + piece);
      open = sentences.at(-1) ?? "";
      return sentences.slice(0, -1);
    },
    rest: () => open,
  };
}
