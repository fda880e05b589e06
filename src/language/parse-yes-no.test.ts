import fc from "fast-check";
import { expect, it } from "vitest";
import { parseYesNo } from "./find.ts";

it.each([
  "yes",
  "Yes!",
  "y",
  "YEAH",
  "yep",
  "ok",
  "sure",
  "true",
  "1",
  "of course",
  "why not",
  "no problem",
  "well, yes",
  "I think so, yes",
  "yes please",
  "that's right",
  "sí",
  "Claro",
  "vale",
  "de acuerdo",
  "por supuesto",
])("%s is a yes", (text) => expect(parseYesNo(text)).toBe(true));

it.each([
  "no",
  "No.",
  "n",
  "nope",
  "nah",
  "false",
  "0",
  "No thanks",
  "not really",
  "I don't",
  "I’m not",
  "no, the date is wrong",
  "claro que no",
  "para nada",
  "nunca",
  "bueno, no",
])("%s is a no", (text) => expect(parseYesNo(text)).toBe(false));

it.each([
  "",
  "maybe",
  "not sure",
  "no idea",
  "I don't know",
  "no lo sé",
  "yes no",
  "yes, I mean no",
  "no, yes",
  "banana yes",
  "well",
  "2",
  "Madrid",
  "?!",
])("%s is neither", (text) => expect(parseYesNo(text)).toBeNull());

it("reads any text without complaint", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => [true, false, null].includes(parseYesNo(text))));
});
