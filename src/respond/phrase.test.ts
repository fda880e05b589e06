import { expect, it } from "vitest";
import { fitPhrase } from "./phrase.ts";

const inEnglish = (phrase: string, before: string): string => fitPhrase(phrase, { before, language: "en-GB" });

it.each([
  ["Book a flight", "book a flight"],
  ["A flight", "a flight"],
  ["PIN of the card", "PIN of the card"],
  ["Day of departure.", "day of departure"],
  ["Últimos movimientos", "últimos movimientos"],
  ["4-digit code", "4-digit code"],
  ["", ""],
])("inside a sentence '%s' reads '%s'", (phrase, expected) => {
  expect(inEnglish(phrase, "Back to: ")).toBe(expected);
});

it.each(["", "Done. ", "Really? ", "First line\n", "¿"])("begins a sentence with a capital after '%s'", (before) => {
  expect(inEnglish("day of departure", before)).toBe("Day of departure");
});

it("leaves the capital of a German noun alone", () => {
  expect(fitPhrase("Flug buchen", { before: "Zurück zu: ", language: "de-AT" })).toBe("Flug buchen");
});
