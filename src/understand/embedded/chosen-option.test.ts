import { describe, expect, it } from "vitest";
import type { Json } from "../../engine/json.ts";
import { chosenOption, refusesAll } from "./chosen-option.ts";

const flights = [
  { code: "SO160", departs: "07:15", price: 125 },
  { code: "SO161", departs: "10:40", price: 115 },
  { code: "SO162", departs: "13:05", price: 135 },
];
const options = flights.map((value) => ({
  label: `${value.code} at ${value.departs}, ${value.price} euros`,
  command: { type: "set_slot", slot: "flight", value } as const,
}));
const codeOf = (message: string, language = "en"): Json => {
  const command = chosenOption(message, options, language);
  return command?.type === "set_slot" ? ((command.value as { code: string }).code ?? null) : null;
};

describe("an answer to a list", () => {
  it.each([
    ["2", "SO161"],
    ["number 3", "SO162"],
    ["the second one", "SO161"],
    ["the last", "SO162"],
    ["the 10:40 one", "SO161"],
    ["so162 please", "SO162"],
    ["the one for 135", "SO162"],
    ["the cheapest", "SO161"],
    ["the most expensive one", "SO162"],
    ["the earliest", "SO160"],
  ])("%s picks %s", (message, code) => expect(codeOf(message)).toBe(code));

  it.each(["on the second of december", "which one is the first?", "the 9:30 one", "7", "the euros"])(
    "%s picks nothing",
    (message) => expect(codeOf(message)).toBeNull(),
  );

  it.each([
    ["es", "el segundo", "SO161"],
    ["es", "la opción 3, por favor", "SO162"],
    ["es", "el más barato", "SO161"],
    ["de", "der zweite", "SO161"],
    ["de", "den letzten bitte", "SO162"],
    ["de", "der günstigste", "SO161"],
    ["fr", "le deuxième", "SO161"],
    ["fr", "le moins cher", "SO161"],
    ["fr", "le 2", "SO161"],
  ])("in %s: %s picks %s", (language, message, code) => expect(codeOf(message, language)).toBe(code));

  it.each([
    ["en", "none of them, thanks"],
    ["en", "no, neither"],
    ["es", "ninguno, gracias"],
    ["de", "keiner davon, danke"],
    ["fr", "aucun des deux, merci"],
  ])("in %s: %s refuses all", (language, message) => expect(refusesAll(message, language)).toBe(true));

  it.each([
    ["en", "nothing is better than the second"],
    ["es", "el segundo"],
  ])("in %s: %s does not", (language, message) => expect(refusesAll(message, language)).toBe(false));
});
