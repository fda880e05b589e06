export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

/** Marks belong to the letter before them: not every letter with an accent is one character. */
const tokenPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}[\p{L}\p{M}]*|[-&][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** Words with their places; punctuation is looked up in the text between them. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(tokenPattern)].map((match) => ({
    text: match[0],
    lower: match[0].toLowerCase().replaceAll("’", "'"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const irregular = new Map([
  ["children", "child"],
  ["kids", "child"],
  ["kid", "child"],
  ["people", "person"],
  ["men", "man"],
  ["women", "woman"],
]);

/** A crude stem: enough to bring "allowed", "allows" and "allow" together. */
function stem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length <= 3) return word;
  const cut = word
    .replace(/'s$/, "")
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^s])s$/, "$1");
  const bare = withoutSuffix(withoutSuffix(cut, "ing"), "ed");
  return withoutSuffix(bare.replace(/([bdfgmnprt])\1$/, "$1"), "e");
}

/** Three letters must be left. */
function withoutSuffix(word: string, suffix: string): string {
  return word.length >= suffix.length + 3 && word.endsWith(suffix) ? word.slice(0, -suffix.length) : word;
}

export const stemsOf = (text: string): readonly string[] => tokensOf(text).map((token) => stem(token.lower));

/** `departure_date`, `DepartureDate` and `departure-date` as words. */
export function wordsOfName(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_\-.]+/g, " ")
    .trim()
    .toLowerCase();
}
