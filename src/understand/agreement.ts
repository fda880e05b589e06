import { chartOf } from "../language/chart-of.ts";
import { parseYesNo } from "../language/find.ts";
import { foldText } from "../language/fold-text.ts";
import { languageOf, languages } from "../language/languages.ts";

const questionMark = /[?¿؟？]/;
const mostWords = 15;
const longestUnknown = 40;

/**
 * Whether the user's own words can be a yes. A model that was told to affirm by a document, an old message or a slot
 * value says so whatever the user answers: consent to what is about to be done needs the user's words.
 */
export const couldAgree = (message: string, language: string): boolean => {
  const answer = parseYesNo(message, language);
  if (answer !== null) return answer;
  const text = foldText(message).trim();
  if (text === "") return false;
  const asks = questionMark.test(text);
  // Where we know no words for yes, a short answer that asks nothing has to do.
  if (!Object.hasOwn(languages, language.slice(0, 2))) return !asks && text.length <= longestUnknown;
  // People mix languages, above all where they agree.
  const charts = Object.values(languages).map((each) => chartOf(text, each));
  const holds = (table: "agreeing" | "order"): boolean =>
    charts.some((chart) => chart.tokens.some((_, at) => chart.matches(table, at).length > 0));
  const own = [languageOf(language), languages.en].map((each) => chartOf(text.replace(/^[¿\s]+/, ""), each));
  if (own.some((chart) => isQuestion(chart.matches("questionWord", 0), chart.matches("agreeing", 0)))) return false;
  if (holds("order")) return true;
  const words = text.match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [];
  // Alone, an emoji or a sign can be a thumb up; the model has seen it.
  if (words.length === 0) return !asks;
  return !asks && words.length <= mostWords && holds("agreeing");
};

/** "Why not" agrees, though it begins like a question. */
const isQuestion = (asked: readonly unknown[], agreed: readonly unknown[]): boolean =>
  asked.length > 0 && agreed.length === 0;
