import type { Language } from "../language.ts";
import { germanActs } from "./acts.ts";
import { amountRules, amountWords } from "./amounts.ts";
import { answerWords } from "./answers.ts";
import { askingWords, choiceWords, measureNames, requestWords } from "./choices.ts";
import { compound, dateRules, dateWords } from "./dates.ts";
import { markWords } from "./marks.ts";
import { compoundNumber, numberRules, numberWords } from "./numbers.ts";
import { peopleRules, peopleWords } from "./people.ts";
import { followUps, stem, stopWords } from "./stems.ts";
import { timeRules, timeWords } from "./times.ts";

export const german: Language = {
  code: "de",
  words: {
    ...numberWords,
    ...dateWords,
    ...timeWords,
    ...amountWords,
    ...markWords,
    ...answerWords,
    ...peopleWords,
    ...choiceWords,
  },
  rules: { ...numberRules, ...dateRules, ...timeRules, ...amountRules, ...peopleRules },
  acts: germanActs,
  stem,
  stopWords,
  askingWords,
  requestWords,
  measureNames,
  hasVerbLast: true,
  followUps,
  decimal: ",",
  hasDottedDates: true,
  nextWeekday: "of_next_week",
  monthFirstRegions: [],
  region: "DE",
  compoundNumber,
  compound,
};
