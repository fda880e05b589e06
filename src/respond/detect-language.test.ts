import { describe, expect, it } from "vitest";
import { detectLanguage, languageSigns } from "./detect-language.ts";
import { languageTexts } from "./locale.ts";

it("every language with texts can be told, by words that are its own", () => {
  expect([...languageSigns.keys()]).toEqual([...languageTexts.keys()]);
  const all = [...languageSigns.values()].flatMap(({ sure, common, inNames }) => [...sure, ...common, ...inNames]);
  expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
});

describe("another language is taken up", () => {
  it.each([
    "quiero reservar un vuelo",
    "Hola, buenos días",
    "buenas tardes",
    "¿Cuánto dinero tengo en la cuenta?",
    "necesito volar a Roma",
    "desde Madrid para mi jefe en el tren",
    "do\u0301nde esta\u0301 mi tarjeta",
    "cancela la reserva, por favor",
    "no entiendo qué es eso",
  ])("from '%s'", (message) => {
    expect(detectLanguage(message, "en")).toBe("es");
    expect(detectLanguage(message, "en-GB")).toBe("es");
    expect(detectLanguage(message, "es-MX")).toBeNull();
  });

  it.each(["I want to book a flight", "what’s my balance?", "please cancel it", "is it for my boss and for me?"])(
    "from '%s'",
    (message) => {
      expect(detectLanguage(message, "es")).toBe("en");
      expect(detectLanguage(message, "en")).toBeNull();
    },
  );
});

describe("the conversation keeps its language", () => {
  it.each([
    "Las Palmas de Gran Canaria",
    "Buenos Aires",
    "Palma de Mallorca",
    "La Paz",
    "Santiago del Estero",
    "San Juan de los Lagos",
    "hola",
    "gracias",
    "sí",
    "Madrid",
    "no",
    "ok",
    "",
    "12 30",
    "send 50 euros to Maria de la Cruz",
    "a flight to El Paso on the 3rd",
    "is it near the Casa de Campo?",
    "mañana is fine with me, and you?",
  ])("after '%s' in English", (message) => {
    expect(detectLanguage(message, "en")).toBeNull();
  });

  it.each([
    "The Hague",
    "New York",
    "hello",
    "Bank of the West",
    "a The Hague, por favor",
    "el hotel The Inn at Spanish Bay",
  ])("after '%s' in Spanish", (message) => {
    expect(detectLanguage(message, "es")).toBeNull();
  });

  it("where it is one that cannot be told from others", () => {
    expect(detectLanguage("quiero reservar un vuelo", "pt")).toBeNull();
  });
});
