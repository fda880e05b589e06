import { describe, expect, it } from "vitest";
import { dateSpans, misspelledDates } from "./date-spans.ts";
import { nameSpans } from "./name-spans.ts";
import { moneySpans, numberSpans } from "./number-spans.ts";
import { bareHourSpans, timeSpans } from "./time-spans.ts";

const texts = (spans: readonly { readonly text: string }[]) => spans.map(({ text }) => text);
const names = (text: string, shown: readonly string[] = []) => texts(nameSpans(text, shown, []));

describe("dates in a sentence", () => {
  it.each([
    ["I leave on the 5th of January and return March 7th", ["5th of January", "March 7th"]],
    ["the 7th works for me", ["the 7th"]],
    ["until next Tuesday, or Sunday this week", ["next Tuesday", "Sunday this week"]],
    ["the day after tomorrow or in two weeks", ["day after tomorrow", "in two weeks"]],
    ["on 21/12/2026 or 2026-12-22", ["21/12/2026", "2026-12-22"]],
    ["Christmas day is fine", ["Christmas day"]],
  ])("%s", (text, expected) => expect(texts(dateSpans(text))).toEqual(expected));

  it.each(["the first one", "meet me at 3rd Street", "on second thought", "the second option"])(
    "an ordinal is no date: %s",
    (text) => expect(dateSpans(text)).toEqual([]),
  );

  it("reads a misspelled date that is the whole answer", () => {
    expect(texts(misspelledDates("tomorow"))).toEqual(["tomorrow"]);
    expect(misspelledDates("I have no idea yet")).toEqual([]);
  });
});

describe("times in a sentence", () => {
  it.each([
    ["at half past 4 in the evening", ["half past 4 in the evening"]],
    ['around 3 o"clock in the afternoon', ['3 o"clock in the afternoon']],
    ["evening 5:30 or 17:15", ["evening 5:30", "17:15"]],
    ["one pm, 11:45 am or noon", ["one pm", "11:45 am", "noon"]],
    ["4:15 in the evening", ["4:15 in the evening"]],
  ])("%s", (text, expected) => expect(texts(timeSpans(text))).toEqual(expected));

  it("takes a bare hour only after a preposition", () => {
    expect(texts(bareHourSpans("pick me up at 3 on Monday"))).toEqual(["3"]);
    expect(bareHourSpans("3 people")).toEqual([]);
  });
});

describe("numbers and money", () => {
  it("reads amounts in digits and words", () => {
    expect(moneySpans("send $1,200.50 and fifty euros").map(({ value }) => value)).toEqual([1200.5, 50]);
    expect(moneySpans("one thousand seven hundred and sixty bucks").map(({ value }) => value)).toEqual([1760]);
  });

  it("counts, but not with a pronoun", () => {
    expect(numberSpans("two rooms for 4 people", []).map(({ value }) => value)).toEqual([2, 4]);
    expect(numberSpans("I like that one, a one way flight", [])).toEqual([]);
  });

  it("leaves what belongs to another span", () => {
    expect(numberSpans("at 5 pm", [{ start: 3, end: 7, text: "5 pm", value: "5 pm" }])).toEqual([]);
  });
});

describe("names in a sentence", () => {
  it.each([
    ["from new york to Rio de Janeiro", ["new york", "Rio de Janeiro"]],
    ["I want to go to 8 Dragons in Healdsburg.", ["8 Dragons", "Healdsburg"]],
    ["take me to 3740 El Camino Real", ["3740 El Camino Real"]],
    ["a bus to Vancouver, BC", ["Vancouver, BC"]],
    ["I'd like to see Dr. Robert E. Durr.", ["Dr. Robert E. Durr"]],
    ["Please find something. Yes. I do.", []],
  ])("%s", (text, expected) => expect(names(text)).toEqual(expected));

  it("knows again what the assistant has just shown, whatever its capitals", () => {
    expect(names("i want auntie mame", ["Auntie Mame"])).toEqual(["auntie mame"]);
  });
});
