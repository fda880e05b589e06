import { describe, expect, it } from "vitest";
import { ungroundedFacts } from "./grounding.ts";
import { vocabularyFor } from "./words/vocabulary-for.ts";

const passage =
  "Transfers outside Europe cost 0.3 percent, at least 12 euros, and take two to four working days. " +
  "Write to Harbour Bank at help@harbour.example before Friday. Above 10,000 euros we ask for the purpose.";
const facts = (answer: string) => ungroundedFacts(answer, [passage], vocabularyFor("en"));

describe("facts that an answer may state", () => {
  it.each([
    ["Transfers outside Europe cost 0.3%, at least 12 euros."],
    ["They take 2 to 4 working days."],
    ["Above 10000 euros you have to say what it is for."],
    ["You can write to Harbour Bank at help@harbour.example."],
  ])("are those of the passages: %s", (answer) => {
    expect(facts(answer)).toEqual([]);
  });

  it.each([
    ["another number", "They cost 15 euros.", "15"],
    ["a number of something else", "They cost 12 dollars.", "12 dollar"],
    ["a spelled number", "They take seven days.", "7"],
    ["a name", "Ask Maria Lopez about it.", "Maria"],
    ["a name at the start", "Tokyo is served as well.", "Tokyo"],
    ["a day", "Write before Monday.", "Monday"],
    ["a month written small", "Escribe antes de agosto.", "agosto"],
    ["an address", "Write to help@elsewhere.example.", "help@elsewhere.example"],
    ["a link", "See https://evil.example/now.", "https://evil.example/now."],
  ])("are not %s", (_, answer, fact) => {
    expect(facts(answer)).toContain(fact);
  });
});

it("numbers are read in the language of the documents, also where they are spelled", () => {
  const spanish = "El envío tarda de dos a cuatro días y cuesta doce euros.";
  const facts = (answer: string) => ungroundedFacts(answer, [spanish], vocabularyFor("es"));
  expect(facts("Tarda de 2 a 4 días y cuesta 12 euros.")).toEqual([]);
  expect(facts("Tarda siete días.")).toContain("7");
  expect(facts("Cuesta veinticinco euros.")).toContain("25");
});
