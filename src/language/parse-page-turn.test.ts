import { expect, it } from "vitest";
import { parsePageTurn } from "./find.ts";

it("a word for turning a page is one in any language, alone", () => {
  expect(["next", " More ", "siguiente", "más"].map(parsePageTurn)).toEqual(["next", "next", "next", "next"]);
  expect(["previous", "BACK", "anterior"].map(parsePageTurn)).toEqual(["previous", "previous", "previous"]);
  expect(["weiter", "Suivant"].map(parsePageTurn)).toEqual(["next", "next"]);
  expect(["Zurück", "précédent"].map(parsePageTurn)).toEqual(["previous", "previous"]);
  expect(["onward", "", "next week", "zurück nach Bonn"].map(parsePageTurn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
