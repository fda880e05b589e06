import { describe, expect, it } from "vitest";
import { quantitiesIn, quantityFit, rangesIn } from "./quantities.ts";

const fitOf = (question: string, passage: string): number =>
  quantityFit(quantitiesIn(question, "en"), rangesIn(passage, "en"));

describe("amounts in a question", () => {
  it.each([
    ["My 900 km flight was late", "on a flight of up to 1,500 km", 1],
    ["My 900 km flight was late", "on a flight of 1,500 to 3,500 km", -1],
    ["Can my eight-year-old fly alone?", "Children flying alone, 5 to 11", 1],
    ["Can my eight-year-old fly alone?", "Young people flying alone, 12 to 15", -1],
    ["My son is 14", "Young people flying alone, 12 to 15", 1],
    ["My baby is six months old", "Children under two fly on a lap", 1],
    ["my six-month-old daughter", "Children flying alone, 5 to 11", -1],
    ["My bag weighs 27 kilos", "Nothing heavier than 32 kg is accepted", 1],
    ["My board is three and a half metres long", "Boards up to 300 cm cost 110 euros", -1],
    ["We wait for 90 minutes", "After more than one hour of waiting", 1],
    ["Is my dog welcome?", "Dogs above 8 kg travel in the hold", 0],
    ["My bag weighs 27 kilos", "Reserved within 24 hours", 0],
  ])("%s: %s is %i", (question, passage, expected) => {
    expect(fitOf(question, passage)).toBe(expected);
  });

  it.each([
    ["es", "Mi vuelo de 900 km salió tarde", "en vuelos de hasta 1.500 km", 1],
    ["es", "¿Puede viajar sola mi hija de ocho años?", "Menores que viajan solos, de 12 a 15", -1],
    ["de", "Mein Koffer wiegt 27 Kilo", "Gepäck bis zu 32 kg", 1],
    ["de", "Mein Koffer wiegt 27 Kilo", "Handgepäck höchstens 8 kg", -1],
    ["fr", "Mon vol a trois heures de retard", "à partir de deux heures de retard", 1],
    ["fr", "Mon fils a 14 ans", "Enfants de 5 à 11", -1],
  ])("in %s: %s: %s is %i", (language, question, passage, expected) => {
    expect(quantityFit(quantitiesIn(question, language), rangesIn(passage, language))).toBe(expected);
  });

  it("don't take a clock time or a price for an age", () => {
    expect(quantitiesIn("My flight is 10:30 and my fare is 20 euros", "en")).toEqual([{ kind: "EUR", amount: 20 }]);
  });

  it.each([
    ["en", "how much can I send per day?"],
    ["en", "what does it cost each month?"],
    ["es", "¿cuánto puedo enviar por día?"],
    ["de", "wie viel kostet es pro Woche?"],
    ["fr", "combien par mois ?"],
  ])("in %s: %s: how often something is, is no length of time", (language, question) => {
    expect(quantitiesIn(question, language)).toEqual([]);
  });

  it("read a range from both ends once", () => {
    expect(rangesIn("From 2,000 to 40,000 euros over one to eight years", "en")).toEqual([
      { kind: "EUR", from: 2000, to: 40_000 },
      { kind: "years", from: 1, to: 8 },
    ]);
  });
});
