/** A sentence with its place in the message. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Ends with a question mark. */
  readonly asks: boolean;
}

/** Full stops that end no sentence. */
const abbreviation =
  /(?:\b(?:dr|mr|mrs|ms|st|ave|blvd|inc|jr|sr|vs|no|a\.m|p\.m|d\.c|u\.s|u\.k|e\.g|i\.e)|\b\p{Lu})$/iu;

/** Enough to hold every abbreviation and the letter before it. */
const longestAbbreviation = 12;

export function sentencesOf(message: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const close = (end: number): void => {
    const raw = message.slice(start, end);
    const text = raw.trim();
    const from = start + raw.length - raw.trimStart().length;
    if (/[\p{L}\p{N}]/u.test(text)) {
      sentences.push({ text, start: from, end: from + text.length, asks: /\?["'”’)\s.!]*$/.test(text) });
    }
    start = end;
  };
  for (const match of message.matchAll(/[.?!;\n]+/g)) {
    const end = match.index + match[0].length;
    if (endsSentence(message, match.index, end)) close(end);
  }
  close(message.length);
  return sentences;
}

function endsSentence(message: string, at: number, end: number): boolean {
  if (message[at] !== "." || end - at > 1) return true;
  // The point of a number ("75.50") ends nothing, nor does that of an initial or an abbreviation.
  if (/\d/.test(message[at - 1] ?? "") && /\d/.test(message[end] ?? "")) return false;
  if (abbreviation.test(message.slice(Math.max(0, at - longestAbbreviation), at)))
    return /^\s*$/.test(message.slice(end));
  return true;
}
