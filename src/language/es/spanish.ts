import type { Language } from "../language.ts";
import { spanishActs } from "./acts.ts";
import { amountRules, amountWords } from "./amounts.ts";
import { answerWords } from "./answers.ts";
import { askingWords, choiceWords, measureNames, requestWords } from "./choices.ts";
import { dateRules, dateWords } from "./dates.ts";
import { markWords } from "./marks.ts";
import { numberRules, numberWords } from "./numbers.ts";
import { peopleRules, peopleWords } from "./people.ts";
import { followUps, stem, stopWords } from "./stems.ts";
import { timeRules, timeWords } from "./times.ts";

export const spanish: Language = {
  code: "es",
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
  acts: spanishActs,
  stem,
  stopWords,
  askingWords,
  requestWords,
  measureNames,
  followUps,
  decimal: ",",
  nextWeekday: "coming",
  monthFirstRegions: [],
  region: "ES",
};
