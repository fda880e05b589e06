import { expect, it } from "vitest";
import { baseLanguage, localeOf, textsFor } from "./locale.ts";
import { english } from "./texts/en.ts";
import { spanish } from "./texts/es.ts";

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
  expect(textsFor("fr")).toBe(english);
  expect(localeOf("fr")).toBe("fr");
});
