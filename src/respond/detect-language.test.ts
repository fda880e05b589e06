import { describe, expect, it } from "vitest";
import { otherSigns } from "../language/other-signs.ts";
import { detectLanguage, foreignLanguage, languageSigns } from "./detect-language.ts";

const everySign = Object.entries({ ...languageSigns, ...otherSigns });

it.each(everySign)(
  "a sure sign of %s is no word of another language, and no word is listed twice",
  (language, signs) => {
    const own = [...signs.sure, ...signs.common, ...signs.inNames];
    const others = everySign.flatMap(([other, { sure, common, inNames }]) =>
      other === language ? [] : [...sure, ...common, ...inNames],
    );
    expect(own.filter((word, index) => own.indexOf(word) !== index)).toEqual([]);
    expect([...signs.sure].filter((word) => others.includes(word))).toEqual([]);
  },
);

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

describe("German and French are taken up too", () => {
  it.each([
    "Ich möchte einen Flug buchen",
    "Guten Morgen",
    "Wann geht der nächste Flug nach Rom?",
    "nein, lieber nach Paris bitte",
    "Wie viel Geld ist auf dem Konto?",
  ])("from '%s'", (message) => {
    expect(detectLanguage(message, "en")).toBe("de");
    expect(detectLanguage(message, "fr")).toBe("de");
    expect(detectLanguage(message, "de-CH")).toBeNull();
  });

  it.each([
    "je voudrais réserver un vol",
    "Bonjour madame",
    "C’est combien pour deux personnes ?",
    "non, plutôt à Paris, s'il vous plaît",
    "où est ma carte ?",
  ])("from '%s'", (message) => {
    expect(detectLanguage(message, "en")).toBe("fr");
    expect(detectLanguage(message, "es")).toBe("fr");
    expect(detectLanguage(message, "fr-CA")).toBeNull();
  });

  it.each(["Frankfurt am Main", "Rothenburg ob der Tauber", "La Rochelle", "Le Havre", "Aix en Provence", "Die Zeit"])(
    "but not from '%s'",
    (name) => {
      expect(detectLanguage(name, "en")).toBeNull();
    },
  );
});

describe("a message in a language that is not spoken", () => {
  it.each([
    ["vorrei prenotare un volo per domani", "it"],
    ["queria fazer uma reserva para amanhã", "pt"],
    ["ik wil graag een vlucht boeken", "nl"],
    ["chcę zarezerwować lot na jutro", "pl"],
    ["jag skulle vilja boka en resa", "sv"],
    ["uçak bileti almak istiyorum lütfen", "tr"],
    ["ich möchte einen Flug buchen", "de"],
    ["хочу забронировать рейс", "und"],
    ["我想预订航班", "und"],
    ["أريد حجز رحلة", "und"],
  ])("is noticed: '%s'", (message, language) => {
    expect(foreignLanguage(message, ["en"])).toBe(language);
  });

  it("is none of those that are spoken", () => {
    expect(foreignLanguage("ich möchte einen Flug buchen", ["en", "de"])).toBeNull();
    expect(foreignLanguage("vorrei prenotare un volo", ["en", "es", "de", "fr"])).toBe("it");
  });

  it.each([
    "Ciao Bella",
    "La Dolce Vita",
    "pizza quattro formaggi",
    "Rio de Janeiro",
    "Museu Nacional de Arte Antiga",
    "Den Haag Centraal",
    "Maria da Silva dos Santos",
    "BK-7",
    "asdf qwer zxcv",
    "grmpf",
    "李明",
    "12 30",
    "",
    "a flight to São Paulo, please",
    "I said ciao to my mio amico",
  ])("is not '%s'", (message) => {
    expect(foreignLanguage(message, ["en"])).toBeNull();
  });

  it("is not guessed at where the assistant speaks one that cannot be told", () => {
    expect(foreignLanguage("хочу забронировать рейс", ["bg"])).toBeNull();
  });
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
