import type { Command } from "../../engine/commands/command.ts";
import { foldMessage, type LabelledRow } from "../datasets/row.ts";
import { pickFrom, type Random, seededRandom } from "../metrics/random.ts";

/** One slip in so many words: what people on telephones leave in a message. */
const wordsPerTypo = 5;
const shortestWord = 4;

/** The same message with slips of the finger, or null where every word matters. The same row always gets the same ones. */
export const withTypos = (row: LabelledRow): LabelledRow | null => {
  const random = seededRandom(`typos|${row.id}`);
  const words = row.message.split(" ");
  const kept = keptWords(row.expected);
  const open = words.flatMap((word, index) => (isOpen(word, index, kept) ? [index] : []));
  if (open.length === 0) return null;
  for (let left = Math.ceil(words.length / wordsPerTypo); left > 0 && open.length > 0; left -= 1) {
    const [at = 0] = open.splice(Math.floor(random() * open.length), 1);
    words[at] = misspelt(words[at] ?? "", random);
  }
  return { ...row, message: words.join(" ") };
};

/** A misspelt value would be another value: names, numbers and codes stay as they are. */
const isOpen = (word: string, index: number, kept: ReadonlySet<string>): boolean =>
  /^\p{L}+[.,!?]?$/u.test(word) &&
  word.length >= shortestWord &&
  !kept.has(foldMessage(word)) &&
  (index === 0 || !/^\p{Lu}/u.test(word));

const keptWords = (expected: readonly Command[]): ReadonlySet<string> =>
  new Set(
    expected
      .flatMap((command): readonly unknown[] => {
        if (command.type === "start_flow") return Object.values(command.slots ?? {});
        return command.type === "set_slot" || command.type === "correct_slot" ? [command.value] : [];
      })
      .flatMap((value) => foldMessage(String(value)).split(" ")),
  );

/** Rows of a keyboard: a neighbour is hit instead. */
const keyboard = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

const slips: readonly ((word: string, at: number, random: Random) => string)[] = [
  (word, at) => word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + (word[at] ?? "") + word.slice(at),
  (word, at, random) => word.slice(0, at) + neighbour(word[at] ?? "", random) + word.slice(at + 1),
];

/** Never the first letter: people see that one. */
const misspelt = (word: string, random: Random): string => {
  const letters = word.replace(/[.,!?]$/, "").length;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const at = 1 + Math.floor(random() * (letters - 2));
    const slipped = pickFrom(slips, random)?.(word, at, random) ?? word;
    if (slipped !== word) return slipped;
  }
  return word;
};

const neighbour = (letter: string, random: Random): string => {
  const row = keyboard.find((keys) => keys.includes(letter.toLowerCase()));
  if (row === undefined) return letter;
  const at = row.indexOf(letter.toLowerCase());
  return row[at === 0 ? 1 : at - 1 + (random() < 0.5 ? 0 : Math.min(2, row.length - at))] ?? row[at - 1] ?? letter;
};
