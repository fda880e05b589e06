import { describe, expect, it } from "vitest";
import type { Act } from "./acts.ts";
import { findActs } from "./find-acts.ts";

const said: Readonly<Record<string, readonly (readonly [Act, string])[]>> = {
  en: [
    ["cancel", "please cancel it"],
    ["cancel", "oh never mind"],
    ["cancel", "I don't want it anymore"],
    ["wait", "hang on a sec"],
    ["wait", "just a moment please"],
    ["repeat", "could you say that again?"],
    ["repeat", "sorry?"],
    ["restart", "let's start over"],
    ["restart", "can we begin from scratch"],
    ["undo", "undo that"],
    ["undo", "go back one step"],
    ["person", "I'd like to speak to a real person"],
    ["person", "human please"],
    ["help", "what can you do for me?"],
    ["status", "where were we?"],
    ["why", "why do you need that"],
    ["unknown", "I don't know yet"],
    ["unknown", "not sure"],
    ["skip", "it doesn't matter"],
    ["skip", "I don't mind either way"],
    ["other", "something else please"],
    ["thanks", "thanks a lot"],
    ["greeting", "hello there"],
    ["goodbye", "that's all for now"],
    ["question", "how much is it"],
    ["question", "do you take cards"],
    ["correction", "actually, make it two"],
    ["negation", "I don't eat meat"],
  ],
  es: [
    ["cancel", "cancélalo, por favor"],
    ["cancel", "mejor lo dejamos"],
    ["cancel", "ya no lo quiero"],
    ["wait", "espera un momento"],
    ["wait", "dame un segundo"],
    ["repeat", "¿puedes repetir la pregunta?"],
    ["repeat", "¿cómo dices?"],
    ["restart", "quiero empezar de nuevo"],
    ["undo", "deshaz lo último"],
    ["undo", "volver atrás"],
    ["person", "quiero hablar con una persona"],
    ["help", "¿qué puedes hacer?"],
    ["status", "¿por dónde íbamos?"],
    ["why", "¿para qué lo necesitas?"],
    ["unknown", "no lo sé todavía"],
    ["unknown", "ni idea"],
    ["skip", "me da igual"],
    ["skip", "cualquiera me vale"],
    ["other", "¿tienes otra opción?"],
    ["thanks", "muchas gracias"],
    ["greeting", "buenas tardes"],
    ["goodbye", "eso es todo, hasta luego"],
    ["question", "¿cuánto cuesta?"],
    ["correction", "mejor dicho, dos"],
    ["negation", "no quiero carne"],
  ],
};

describe.each(Object.entries(said))("acts in %s", (language, rows) => {
  it.each(rows)("%s: %s", (act, text) => {
    expect(findActs(text, language).map(({ value }) => value)).toContain(act);
  });
});

it.each([
  ["en", "hang on"],
  ["en", "one moment please"],
  ["es", "espera un momento"],
])("%s: '%s' asks for a moment, and refuses nothing", (language, text) => {
  const acts = findActs(text, language).map(({ value }) => value);
  expect(acts).toContain("wait");
  expect(acts).not.toContain("cancel");
  expect(acts).not.toContain("negation");
});

it("says where an act stands", () => {
  const [first] = findActs("two, no wait, never mind then", "en").filter(({ value }) => value === "cancel");
  expect(first).toMatchObject({ start: 14, end: 29 });
});
