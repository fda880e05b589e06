import { findNumbers } from "../../language/find.ts";
import { foldText, wordsIn } from "../../language/fold-text.ts";
import { calendarNames } from "../../language/table-words.ts";
import type { Vocabulary } from "./words/word-lists.ts";

/** Written small in some languages, and a fact in all of them. */
const calendar = new Set(calendarNames.map(foldText));
const links = /https?:\/\/\S+|www\.\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+/giu;

/**
 * What an answer states and its passages don't: numbers with what they count, names, dates and addresses. Empty for an
 * answer that may be shown. It can't see a wrong "not"; it does see what is dangerous to invent.
 */
export function ungroundedFacts(
  answer: string,
  passages: readonly string[],
  vocabulary: Vocabulary,
): readonly string[] {
  const known = passages.join("\n");
  const knownWords = new Set(wordsIn(known).map(vocabulary.stem));
  const knownCounts = new Set(countsIn(known, vocabulary));
  const counts = countsIn(answer, vocabulary).filter((count) => !knownCounts.has(count));
  const names = namesIn(answer, vocabulary).filter((name) =>
    wordsIn(name).some((word) => !knownWords.has(vocabulary.stem(word))),
  );
  const addresses = (answer.match(links) ?? []).filter(
    (address) => !known.includes(address.replace(/(?<![.,;)])[.,;)]+$/, "")),
  );
  return [...counts, ...names, ...addresses];
}

/** Each number, and each number with the word after it: "40 euros" is another fact than "40 days". */
function countsIn(text: string, { stopWords, stem, language }: Vocabulary): readonly string[] {
  const plain = inDigits(text, language)
    .toLowerCase()
    .replaceAll(/(\d)[.,](?=\d{3}\b)/g, "$1")
    .replaceAll("%", " percent ")
    .replaceAll("€", " euros ")
    .replaceAll("$", " dollars ")
    .replaceAll("£", " pounds ");
  const tokens = plain.match(/\d+(?:[.,:]\d+)*|\p{L}+/gu) ?? [];
  return tokens.flatMap((token, place) => {
    if (!/^\d/.test(token)) return [];
    const number = token.replaceAll(",", ".");
    const next = tokens[place + 1] ?? "";
    const unit = /^\p{L}/u.test(next) && !stopWords.has(next) ? stem(next) : "";
    // "one" is more often a pronoun than a number.
    if (number === "1" && unit === "") return [];
    return unit === "" ? [number] : [number, `${number} ${unit}`];
  });
}

/** With numbers that are spelled as digits: "two to four days" is "2 4 days". */
function inDigits(text: string, language: string): string {
  let written = "";
  let from = 0;
  for (const { value, start, end } of findNumbers(text, { now: 0, timezone: "UTC", language })) {
    if (!/\p{L}/u.test(text.slice(start, end))) continue;
    // The two ends of a range stand at one place.
    written += `${text.slice(from, Math.max(start, from))} ${value}`;
    from = Math.max(end, from);
  }
  return written + text.slice(from);
}

/** Words with a capital letter that are no everyday words. */
function namesIn(text: string, { stopWords, weakWords }: Vocabulary): readonly string[] {
  const words = [...text.matchAll(/[\p{L}][\p{L}\p{N}'’-]*/gu)];
  return words.flatMap(([word]) => {
    const [plain = ""] = wordsIn(word);
    if (calendar.has(plain) && plain !== "may" && plain !== "march") return [word];
    if (!/^\p{Lu}/u.test(word)) return [];
    return stopWords.has(plain) || weakWords.has(plain) ? [] : [word];
  });
}
