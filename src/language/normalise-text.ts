const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls that are neither a blank nor a line break; they part words, as a blank does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const controls = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/g;
/**
 * Characters that nobody sees: format characters (tags, isolates, marks of direction, soft hyphens, zero-width spaces)
 * and fillers, and code points that are no characters. Joiners and variation selectors are looked at by the company they keep.
 */
const unseen =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}])[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
/** A joiner belongs between letters, or into an emoji. */
const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200C|\u200D)|(?:\u200C|\u200D)(?![\p{L}\p{Extended_Pictographic}])/gu;
/** A selector belongs after a sign that has several pictures, or after a Chinese character. */
const straySelector = /(?<!\p{Emoji})[\uFE00-\uFE0F]|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]/gu;
/** Also the blank of Braille, which counts as a symbol. */
const blanks = /[\t\p{Zs}\u2800]+/gu;

/** Most texts: printable ASCII with single blanks between words, which has that form already. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * One text, one form: composed letters (NFC), single blanks, line breaks as `\n` and at most one empty line, no
 * characters that nobody sees. Whatever users write passes through here before it is hashed, stored or read. Doing it
 * twice changes nothing.
 */
export function normaliseText(text: string): string {
  if (plain.test(text)) return text;
  const seen = text.replaceAll(lineBreaks, "\n").replaceAll(controls, " ").replaceAll(unseen, "");
  return seen
    .replaceAll(straySelector, "")
    .replaceAll(strayJoiner, "")
    .normalize("NFC")
    .replaceAll(blanks, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
