import type { WordReader } from "../engine/slot-types/slot-type.ts";
import { type Moment, parseDate, parseNumber, parseTime, parseYesNo } from "./find.ts";
import { foldText } from "./fold-text.ts";
import { codesIn, parseDateRange, parseDuration, parseForm, parseMoney, parseQuantity } from "./parse-amounts.ts";
import { parseDateTime } from "./parse-date-time.ts";
import { languageCodes } from "./texts.ts";

/** The word before the last item, in every language: people mix them. */
const conjunctions = languageCodes.map((code) => new Intl.ListFormat(code).formatToParts(["a", "b"])[1]?.value.trim());
const separators = new RegExp(`[,;\\n&]|\\s(?:${conjunctions.join("|")})\\s`, "i");

/** Reads what people say in the language of the moment; the same for the same moment. */
export const wordReader = (moment: Moment): WordReader => ({
  number: (text) => parseNumber(text, moment),
  yesNo: (text) => parseYesNo(text, moment.language),
  date: (text) => parseDate(text, moment),
  time: (text) => parseTime(text, moment),
  dateTime: (text) => parseDateTime(text, moment),
  form: (name, text) => parseForm(name, text, moment),
  codes: (text) => codesIn(text, moment),
  quantity: (text, unit) => parseQuantity(text, moment, unit),
  money: (text, currency) => parseMoney(text, moment, currency),
  duration: (text) => parseDuration(text, moment),
  dateRange: (text) => parseDateRange(text, moment),
  items: (text) =>
    text
      .split(separators)
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  fold: foldText,
});
