import type { WordReader } from "../engine/slot-types/slot-type.ts";
import type { Moment } from "./find-dates.ts";
import { foldText } from "./fold-text.ts";
import { parseDate } from "./parse-date.ts";
import { parseDateTime } from "./parse-date-time.ts";
import { parseNumber } from "./parse-number.ts";
import { parseTime } from "./parse-time.ts";
import { parseYesNo } from "./parse-yes-no.ts";

const separators = /[,;\n&]|\s(?:and|y)\s/i;

/** Reads what people say in the language of the moment; the same for the same moment. */
export const wordReader = (moment: Moment): WordReader => ({
  number: (text) => parseNumber(text, moment.language),
  yesNo: parseYesNo,
  date: (text) => parseDate(text, moment),
  time: parseTime,
  dateTime: (text) => parseDateTime(text, moment),
  items: (text) =>
    text
      .split(separators)
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  fold: foldText,
});
