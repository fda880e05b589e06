/** A kind of text that can be made as long as one likes. */
export interface NastyText {
  readonly name: string;
  readonly ofLength: (length: number) => string;
}

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words =
  "book please no yes and then from to the next not a I want flight hotel Madrid Ana Maria Paris friday tomorrow at on for two hundred thousand instead of actually sorry wait change my date is wrong what how much does it cost where cheapest first last any don't care skip Dr O'Neil Calle San Francisco CA street restaurant called with by directed money euros transfer cancel help thanks bye José Nguyễn Văn".split(
    " ",
  );
const marks = [
  "",
  " ",
  ", ",
  ". ",
  "? ",
  "! ",
  "; ",
  ": ",
  " - ",
  "-",
  "'",
  "’",
  "\n",
  " (",
  ") ",
  ' "',
  '" ',
  "…",
  "/",
  ".",
  ",",
  "&",
];
const figures = [
  "7",
  "12",
  "1,000",
  "75.50",
  "2026-12-20",
  "20/12",
  "10:40",
  "3 pm",
  "the 7th",
  "$5",
  "BK-7",
  "#4",
  "30",
  "1.5k",
  "half past two",
  "a quarter to ten",
];
const strange = [
  "é",
  "e\u0301",
  "ñ",
  "ß",
  "İ",
  "ﬀ",
  "中",
  "文",
  "العربية",
  "😀",
  "👩‍👩‍👧",
  "\u200b",
  "\u2066",
  "\u00a0",
  "\u3000",
  "𝒜",
  "ǅ",
  "ꙮ",
  "\u0301",
];

/** Units whose repetition alone is nasty to some careless reader. */
const units = [
  "book. ",
  " ",
  "\t",
  "\n",
  "\u00a0",
  ".",
  "?",
  "!",
  ",",
  ";",
  "-",
  "'",
  '"',
  "“",
  "(",
  ")",
  "()",
  '""',
  "#",
  "$",
  "€",
  "&",
  "_",
  "a",
  "A",
  "1",
  "1 ",
  "1,",
  "1.",
  "1-",
  "1:",
  "1/",
  "12 ",
  "a ",
  "A ",
  "I ",
  "no ",
  "no, ",
  "no wait, ",
  "not ",
  "not a ",
  "the ",
  "the 7th ",
  "to ",
  "from ",
  "from to ",
  "in ",
  "at 3 ",
  "Ana ",
  "Ana and ",
  "Ana, ",
  "Ana. ",
  "Dr. ",
  "of the ",
  "please ",
  "please, ",
  "thanks ",
  "please and ",
  "and ",
  ", and ",
  "and then ",
  "and book ",
  ", i want ",
  "what ",
  "what? ",
  "how much ",
  "where ",
  "any ",
  "any kind of ",
  "don't ",
  "don't care ",
  "called ",
  "called it ",
  "name is ",
  "one ",
  "one hundred ",
  "two hundred and ",
  "twenty ",
  "twenty-",
  "a hundred ",
  "in two ",
  "friday ",
  "next friday ",
  "friday, no, ",
  "monday the ",
  "may ",
  "may 1",
  "1 may ",
  "1st of ",
  "20/12 ",
  "1/1/",
  "10:",
  "10:40 ",
  "at ",
  "half past ",
  "quarter to ",
  "o'clock ",
  "3 pm ",
  "morning at ",
  "dollars ",
  "5 euros ",
  "$1",
  "1 street ",
  "1 main ",
  "san francisco ",
  "CA, ",
  "Paris, ",
  "paris ",
  "cancel ",
  "cancel the ",
  "never mind ",
  "yes ",
  "yes, ",
  "ok ",
  "ok. ",
  "hi ",
  "hi. ",
  "very ",
  "sounds good ",
  "sounds very ",
  "that is ",
  "the a ",
  "haha",
  "ha",
  "um",
  "thank you for ",
  "else ",
  "anything else ",
  "another ",
  "let's go ",
  "go back ",
  "the transfer ",
  "the date is wrong ",
  "wrong ",
  "change my ",
  "talk to ",
  "talk to a human ",
  "can i ",
  "BK-7 ",
  "A1-",
  "a-",
  "a'",
  "a.b",
  "é",
  "e\u0301",
  "中",
  "😀",
  "\u200d",
  "İ",
  "a\n",
  ".\n",
  "? ",
  "! ",
  ". . ",
  "?!",
  "...",
];

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Texts that make careless readers slow: repetition, nesting, blanks, figures, Unicode and mixtures of all. */
export function nastyTexts(count: number, seed: number): readonly NastyText[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const repetitions = units.map((unit) => ({
    name: `repeats ${JSON.stringify(unit)}`,
    ofLength: (length: number) => repeated(unit, length),
  }));
  const nested = [
    ["(", ")"],
    ['"', '"'],
    ["“", "”"],
    ["[", "]"],
    ["¿", "?"],
    ["not (", ")"],
    ["a (", " b)"],
  ].map(([open = "", close = ""]) => ({
    name: `nests ${open}${close}`,
    ofLength: (length: number) => repeated(open, length / 2) + repeated(close, length / 2),
  }));
  const between = Array.from({ length: 30 }, () => pick(units)).map((unit) => ({
    name: `stands between words and ${JSON.stringify(unit)}`,
    ofLength: (length: number) => `book a flight ${repeated(unit, length - 30)} to Paris please`,
  }));
  const mixed = Array.from({ length: Math.max(0, count - repetitions.length - nested.length - between.length) }, () => {
    const lists = [words, marks, figures, strange, units].filter(() => random() < 0.6);
    const period = 1 + Math.floor(random() * 12);
    const separator = random() < 0.7 ? " " : "";
    const pieces = Array.from({ length: random() < 0.7 ? period : 400 }, () =>
      pick(pick(lists.length > 0 ? lists : [words])),
    );
    const text = `${pieces.join(separator)}${separator}` || "a";
    return { name: `mixes ${JSON.stringify(text.slice(0, 60))}`, ofLength: (length: number) => repeated(text, length) };
  });
  return [...repetitions, ...nested, ...between, ...mixed].slice(0, Math.max(count, repetitions.length));
}
