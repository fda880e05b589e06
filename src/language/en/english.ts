import type { Language } from "../language.ts";
import { englishActs } from "./acts.ts";
import { amountRules, amountWords } from "./amounts.ts";
import { answerWords } from "./answers.ts";
import { askingWords, choiceWords, measureNames, requestWords } from "./choices.ts";
import { dateRules, dateWords } from "./dates.ts";
import { markWords } from "./marks.ts";
import { numberRules, numberWords } from "./numbers.ts";
import { peopleRules, peopleWords } from "./people.ts";
import { followUps, stem, stopWords } from "./stems.ts";
import { timeRules, timeWords } from "./times.ts";

export const english: Language = {
  code: "en",
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
  acts: englishActs,
  stem,
  stopWords,
  askingWords,
  requestWords,
  measureNames,
  followUps,
  decimal: ".",
  nextWeekday: "of_next_week",
  monthFirstRegions: ["US"],
  region: "GB",
};
