/** Numbers written as words, for expressions that look for them in a sentence. */
const units = "one|two|three|four|five|six|seven|eight|nine";
const teens = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen";
const tens = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety";
const small = `(?:(?:${tens})(?:[ -](?:${units}))?|${teens}|${units})`;
const scale = "hundred|thousand|million";
/** "seven", "twenty-five", "one thousand seven hundred and sixty", "a hundred and twenty". */
export const numberWords = `(?:(?:${small}|an?)(?:\\s+(?:${scale})){1,3}(?:(?:\\s+and)?\\s+${small}(?:\\s+(?:${scale})){0,3}){0,6}|${small})`;
/** "12", "1,500", "75.50". */
export const digits = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?";
export const hourWords = `(?:${units}|ten|eleven|twelve)`;

export const ordinalWords =
  "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|" +
  "sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty[- ]first|twenty[- ]second|twenty[- ]third|" +
  "twenty[- ]fourth|twenty[- ]fifth|twenty[- ]sixth|twenty[- ]seventh|twenty[- ]eighth|twenty[- ]ninth|thirtieth|thirty[- ]first";

const values = new Map<string, number>([
  ...`a:1 an:1 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15
  sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90`
    .split(/\s+/)
    .map((pair): [string, number] => [pair.split(":")[0] ?? "", Number(pair.split(":")[1])]),
]);
const scales = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1_000_000],
]);

/** The number that such a text stands for; null if it is none. */
export function numberOf(text: string): number | null {
  const plain = text.toLowerCase().trim();
  if (/^\d/.test(plain)) {
    const number = Number(plain.replaceAll(",", ""));
    return Number.isFinite(number) ? number : null;
  }
  let total = 0;
  let current = 0;
  for (const word of plain.split(/[\s-]+/)) {
    if (word === "and") continue;
    const scaled = scales.get(word);
    const value = values.get(word);
    if (scaled === undefined && value === undefined) return null;
    if (scaled === 100) current = Math.max(current, 1) * 100;
    else if (scaled !== undefined) {
      total += Math.max(current, 1) * scaled;
      current = 0;
    } else current += value ?? 0;
  }
  return total + current;
}
