import { describe, expect, it } from "vitest";
import type { ResponseDefinition, Settings } from "../engine/assistant/settings.ts";
import type { Template } from "../engine/assistant/template.ts";
import { parseTemplate } from "../engine/flow/template.ts";
import { type PatternName, patternNames, type TemplateValues, text } from "../engine/state/outcome.ts";
import { languageCodes } from "../language/texts.ts";
import type { RenderContext } from "./locale.ts";
import { renderPattern, renderResponse } from "./render-pattern.ts";

const template = (source: string): Template => {
  const parsed = parseTemplate(source);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.template;
};

interface Own {
  readonly default?: string;
  readonly variations?: readonly string[];
  readonly languages?: Readonly<Record<string, readonly string[]>>;
}

const definition = (own: Own): ResponseDefinition => ({
  ...(own.default === undefined ? {} : { default: template(own.default) }),
  variations: (own.variations ?? []).map(template),
  languages: new Map(Object.entries(own.languages ?? {}).map(([language, texts]) => [language, texts.map(template)])),
});

const contextFor = (language: string, responses: Readonly<Record<string, Own>> = {}, turn = 1): RenderContext => ({
  assistant: {
    responses: new Map(Object.entries(responses).map(([name, own]) => [name, definition(own)])),
    settings: { language: "en", timezone: "Europe/Madrid" } as Settings,
  },
  language,
  timezone: "Europe/Madrid",
  seed: "conversation-1",
  turn,
});

const list = (...value: string[]) => ({ value, type: "list" }) as const;

const say = (pattern: PatternName, values: TemplateValues, context = contextFor("en")): string =>
  renderPattern({ pattern, values }, context).text;

const flight = text("Book a flight");
const date = text("Day of departure");

describe("built-in texts", () => {
  const filled = (first: string, second: string) =>
    ({
      value: [
        { label: first, value: "Madrid", type: "string" },
        { label: second, value: "2026-12-20", type: "date" },
      ],
      type: "list",
    }) as const;

  const inEnglish: [PatternName, TemplateValues, string][] = [
    ["why_slot", { slot_label: date, flow_label: flight }, "I need day of departure for this: book a flight."],
    [
      "slot_values",
      { slot_label: text("Cabin class"), values: list("economy", "business") },
      "The choices for cabin class are economy and business.",
    ],
    [
      "slot_values",
      { slot_label: text("Cabin class"), values: list("economy") },
      "There is one choice for cabin class: economy.",
    ],
    [
      "nothing_to_confirm",
      { flows: list("Book a flight", "Check an existing booking") },
      "There is nothing to confirm right now. Here is what I can do: book a flight and check an existing booking.",
    ],
    ["flow_resumed", { flow_label: flight }, "Back to: book a flight."],
    [
      "slot_corrected",
      { slot_label: date, value: { value: "2026-12-20", type: "date" } },
      "Changed day of departure to December 20, 2026.",
    ],
    [
      "slot_not_allowed",
      { slot_label: text("Cabin class"), values: list("economy", "business") },
      "That's not one of the choices for cabin class. They are economy and business.",
    ],
    [
      "message_too_long",
      { limit: { value: 2000, type: "integer" } },
      "Your message is too long. I can read up to 2,000 characters.",
    ],
    [
      "status",
      {
        flow_label: flight,
        filled: filled("City of departure", "Day of departure"),
        missing: list("City of arrival"),
      },
      "We're in the middle of this: book a flight. So far I have city of departure (Madrid) and day of departure " +
        "(December 20, 2026). Still missing: city of arrival.",
    ],
  ];

  it.each(inEnglish)("%s reads well in English", (pattern, values, expected) => {
    expect(say(pattern, values)).toBe(expected);
  });

  const inSpanish: [PatternName, TemplateValues, string][] = [
    [
      "why_slot",
      { slot_label: text("Día de salida"), flow_label: text("Reservar un vuelo") },
      "Necesito «día de salida» para esto: reservar un vuelo.",
    ],
    [
      "slot_values",
      { slot_label: text("Clase"), values: list("turista", "ejecutiva") },
      "Las opciones de «clase» son turista y ejecutiva.",
    ],
    [
      "nothing_to_confirm",
      { flows: list("Reservar un vuelo", "Consultar una reserva") },
      "Ahora mismo no hay nada que confirmar. Esto es lo que puedo hacer: reservar un vuelo y consultar una reserva.",
    ],
    [
      "slot_corrected",
      { slot_label: text("Día de salida"), value: { value: "2026-12-20", type: "date" } },
      "He cambiado «día de salida» a 20 de diciembre de 2026.",
    ],
    [
      "status",
      {
        flow_label: text("Reservar un vuelo"),
        filled: filled("Ciudad de salida", "Día de salida"),
        missing: list("Ciudad de llegada", "Clase"),
      },
      "Estamos con esto: reservar un vuelo. Por ahora tengo ciudad de salida (Madrid) y día de salida " +
        "(20 de diciembre de 2026). Faltan estos datos: ciudad de llegada y clase.",
    ],
  ];

  it.each(inSpanish)("%s reads well in Spanish", (pattern, values, expected) => {
    expect(say(pattern, values, contextFor("es-ES"))).toBe(expected);
  });

  const inGerman: [PatternName, TemplateValues, string][] = [
    [
      "slot_corrected",
      { slot_label: text("Abflugdatum"), value: { value: "2026-12-20", type: "date" } },
      "Ich habe „Abflugdatum“ auf 20. Dezember 2026 geändert.",
    ],
    [
      "slot_read_only",
      { slot_label: text("Gesamtpreis") },
      "„Gesamtpreis“ können Sie nicht ändern: Das wird automatisch ausgefüllt.",
    ],
    [
      "help_flow",
      { flow_label: text("Flug buchen"), missing: list("Abflugort", "Zielort"), flows: list("Buchung ansehen") },
      "Wir sind gerade dabei: Flug buchen. Es fehlen noch: Abflugort und Zielort. Sie können eine frühere Antwort " +
        "ändern oder abbrechen. Außerdem kann ich das für Sie tun: Buchung ansehen.",
    ],
    ["other_language", { languages: list("de", "en") }, "Ich spreche bisher leider nur Deutsch und Englisch."],
    [
      "message_too_long",
      { limit: { value: 2000, type: "integer" } },
      "Ihre Nachricht ist zu lang. Ich kann bis zu 2.000 Zeichen lesen.",
    ],
  ];

  it.each(inGerman)("%s reads well in German", (pattern, values, expected) => {
    expect(say(pattern, values, contextFor("de"))).toBe(expected);
  });

  const inFrench: [PatternName, TemplateValues, string][] = [
    [
      "slot_corrected",
      { slot_label: text("Date de départ"), value: { value: "2026-12-20", type: "date" } },
      "J’ai modifié « date de départ » : 20 décembre 2026.",
    ],
    ["ask_cancel", { flow_label: text("Réserver un vol") }, "Voulez-vous annuler ceci : réserver un vol ?"],
    [
      "slot_values",
      { slot_label: text("Classe"), values: list("économique", "affaires") },
      "Les choix pour « classe » sont économique et affaires.",
    ],
    [
      "other_language",
      { languages: list("fr", "en") },
      "Pardon, je parle seulement français et anglais pour le moment.",
    ],
    [
      "message_too_long",
      { limit: { value: 2000, type: "integer" } },
      "Votre message est trop long. Je peux lire jusqu’à 2 000 caractères.",
    ],
  ];

  it.each(inFrench)("%s reads well in French, and breaks no line before its marks", (pattern, values, expected) => {
    const said = say(pattern, values, contextFor("fr"));
    expect(said.replaceAll("\u00a0", " ")).toBe(expected);
    expect(said).not.toMatch(/ [?!:;»]|« |\u202f/);
  });

  it("leave out the sentences for which nothing is known", () => {
    expect(say("nothing_to_confirm", { flows: list() })).toBe("There is nothing to confirm right now.");
    expect(say("flow_failed", { flow_label: flight })).toBe("Sorry, this didn't work: book a flight.");
    expect(say("flow_failed", { error: text("The bank is closed.") })).toBe("The bank is closed.");
    expect(say("status", { flow_label: flight, filled: list(), missing: list() })).toBe(
      "We're in the middle of this: book a flight.",
    );
  });

  it.each(patternNames)("%s has words even without any value", (pattern) => {
    for (const language of languageCodes) {
      const words = say(pattern, {}, contextFor(language));
      expect(words).toMatch(/\S/);
      expect(words).not.toMatch(/[{}]|\(\)|: ?[.?]/);
    }
  });

  it("count the flows that a long list leaves out", () => {
    const flows = (length: number) => list(...Array.from({ length }, (_, index) => `Do ${index}`));
    expect(say("what_i_can_do", { flows: flows(8) })).not.toContain("more");
    expect(say("what_i_can_do", { flows: flows(9) })).toMatch(/and do 7\. And one more thing\.$/);
    expect(say("what_i_can_do", { flows: flows(1008) })).toMatch(/and do 7\. And 1,000 more things\.$/);
    expect(say("what_i_can_do", { flows: flows(10) }, contextFor("es"))).toMatch(/Y 2 cosas más\.$/);
  });

  it("count a number that comes as text, and one value that is no list", () => {
    expect(say("message_too_long", { limit: text("2000") })).toMatch(/up to 2000 characters/);
    expect(say("slot_values", { slot_label: date, values: text("economy") })).toBe(
      "There is one choice for day of departure: economy.",
    );
  });

  it("never read a value as a template", () => {
    expect(say("flow_failed", { flow_label: text("{error}"), error: text("{flow_label}") })).toBe(
      "Sorry, this didn't work: {error}. {flow_label}",
    );
  });

  it("vary with the turn, always the same way", () => {
    const over = (turns: number): string[] =>
      Array.from({ length: turns }, (_, turn) => say("chitchat", {}, contextFor("en", {}, turn)));
    expect(new Set(over(20))).toEqual(new Set(["I'm here to help.", "Glad to help."]));
    expect(over(20)).toEqual(over(20));
  });
});

describe("the assistant's own words", () => {
  const resumed = {
    default: "Once more: {flow_description}!",
    languages: { es: ["Seguimos con {flow_description}."] },
  };
  const values = { flow_label: flight, flow_description: flight };

  it("come before the built-in ones, in the language of the conversation", () => {
    expect(say("flow_resumed", values, contextFor("en", { flow_resumed: resumed }))).toBe("Once more: book a flight!");
    expect(say("flow_resumed", values, contextFor("en-GB", { flow_resumed: resumed }))).toBe(
      "Once more: book a flight!",
    );
    expect(say("flow_resumed", values, contextFor("es-AR", { flow_resumed: resumed }))).toBe(
      "Seguimos con book a flight.",
    );
  });

  it("prefer the region over the language", () => {
    const own = { languages: { es: ["Vale."], "es-AR": ["Dale."] } };
    expect(say("flow_kept", {}, contextFor("es-AR", { flow_kept: own }))).toBe("Dale.");
    expect(say("flow_kept", {}, contextFor("es-ES", { flow_kept: own }))).toBe("Vale.");
  });

  it("do not put the default's English into a Spanish conversation", () => {
    const own = { flow_resumed: { default: "Once more: {flow_description}!" } };
    expect(say("flow_resumed", values, contextFor("es", own))).toBe("Volvemos a esto: book a flight.");
  });

  it("are better than built-in English where neither has the language", () => {
    const own = { flow_resumed: { default: "Once more: {flow_description}!" } };
    expect(say("flow_resumed", values, contextFor("pt", own))).toBe("Once more: book a flight!");
    expect(say("flow_resumed", values, contextFor("pt"))).toBe("Back to: book a flight.");
  });

  it("given only in Spanish leave the English ones alone", () => {
    const own = { flow_resumed: { languages: { es: ["Seguimos."] } } };
    expect(say("flow_resumed", values, contextFor("en", own))).toBe("Back to: book a flight.");
  });

  it("for small talk also answer greetings, until there are words for those", () => {
    const own = { chitchat: { default: "Ahoy." } };
    expect(say("chitchat_greeting", {}, contextFor("en", own))).toBe("Ahoy.");
    expect(say("chitchat_thanks", {}, contextFor("en", { ...own, chitchat_thanks: { default: "Aye." } }))).toBe("Aye.");
    expect(say("chitchat_goodbye", {}, contextFor("de", own))).toMatch(/^Auf Wiedersehen/);
  });

  it("vary between default and variations", () => {
    const own = { flow_kept: { default: "One.", variations: ["Two.", "Three."] } };
    const said = Array.from({ length: 30 }, (_, turn) => say("flow_kept", {}, contextFor("en", own, turn)));
    expect(new Set(said)).toEqual(new Set(["One.", "Two.", "Three."]));
  });

  it("keep every sentence, with nothing where a value is missing", () => {
    const own = { flow_failed: { default: "{flow_description} failed: {error}." } };
    expect(say("flow_failed", values, contextFor("en", own))).toBe("Book a flight failed: .");
  });

  it("can name the options in a sentence, so that no list has to follow", () => {
    const options = ["Book a flight", "Check a booking"].map((label) => ({
      label,
      command: { type: "start_flow", flow: label } as const,
    }));
    const own = { ask_which_flow: { default: "Did you mean {options}?" } };
    expect(renderPattern({ pattern: "ask_which_flow", values: {}, options }, contextFor("en", own))).toEqual({
      text: "Did you mean Book a flight or Check a booking?",
      shown: ["Book a flight or Check a booking"],
      namesOptions: true,
    });
  });

  it("under a name of their own fall back to their default in every language", () => {
    const own = { farewell: { default: "Bye {name}.", languages: { es: ["Adiós {name}."] } } };
    const name = { name: text("Ana") };
    expect(renderResponse("farewell", name, contextFor("en", own))).toBe("Bye Ana.");
    expect(renderResponse("farewell", name, contextFor("es", own))).toBe("Adiós Ana.");
    expect(renderResponse("farewell", name, contextFor("fr", own))).toBe("Bye Ana.");
  });

  it("of a response leave slot values as they are", () => {
    const own = { thanks: { default: "Thanks for {flow_description}." } };
    expect(renderResponse("thanks", values, contextFor("en", own))).toBe("Thanks for Book a flight.");
  });

  it("may be borrowed from the built-in texts, and are nothing under a name that nobody worded", () => {
    expect(renderResponse("handed_off", {}, contextFor("en"))).toBe(
      "I'm connecting you with a person, who will answer you here.",
    );
    expect(renderResponse("constructor", {}, contextFor("en"))).toBe("");
  });
});
