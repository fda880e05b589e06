import { expect, it } from "vitest";
import { english } from "../language/en/texts.ts";
import { spanish } from "../language/es/texts.ts";
import { french } from "../language/fr/texts.ts";
import { baseLanguage, localeOf, textsFor } from "./locale.ts";

it("keeps the region for formats and drops it for texts", () => {
  expect(localeOf("es_MX")).toBe("es-MX");
  expect(baseLanguage("es_MX")).toBe("es");
  expect(textsFor("es-MX")).toBe(spanish);
});

it.each(["", "not a language", "constructor", "12", "../etc"])(
  "reads '%s', which is no language, as English",
  (language) => {
    expect(localeOf(language)).toBe("en");
    expect(textsFor(language)).toBe(english);
  },
);

it("speaks English where there are no texts, in the formats that were asked for", () => {
  expect(textsFor("fr-CA")).toBe(french);
  expect(textsFor("pt")).toBe(english);
  expect(localeOf("pt")).toBe("pt");
});
