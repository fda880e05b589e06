/** A text that can be made as long as needed, so that it is seen how the time to read it grows. */
export interface NastyText {
  readonly name: string;
  ofLength(length: number): string;
}

/** A beginning, something again and again, and an end: the shape that makes readers go back and try again. */
export const pumped = (
  name: string,
  parts: { readonly before?: string; readonly pump: string; readonly after?: string },
): NastyText => ({
  name,
  ofLength(length) {
    const { before = "", pump, after = "" } = parts;
    const room = Math.max(0, length - before.length - after.length);
    const times = Math.max(1, Math.floor(room / Math.max(1, pump.length)));
    return wellFormed(`${before}${pump.repeat(times)}${after}`.slice(0, length));
  },
});

/** Half a character and most control characters are refused before anything reads them. */
const wellFormed = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll("\ufffd", "?")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "~");
