import { expect, it } from "vitest";
import { courtesyIn } from "./courtesy.ts";

it.each([
  ["Hello there!", "greeting"],
  ["good morning", "greeting"],
  ["¡Hola, buenos días!", "greeting"],
  ["Guten Tag", "greeting"],
  ["Bonjour", "greeting"],
  ["thanks a lot", "thanks"],
  ["muchísimas gracias", "thanks"],
  ["Vielen Dank für die Hilfe", "thanks"],
  ["merci", "thanks"],
  ["ok bye", "goodbye"],
  ["Adio\u0301s", "goodbye"],
  ["Auf Wiedersehen!", "goodbye"],
  ["Bonne journée", "goodbye"],
])("'%s' is a %s", (message, kind) => {
  expect(courtesyIn(message)).toBe(kind);
});

it.each([
  ["hi, thanks for yesterday", "thanks"],
  ["thanks, bye", "goodbye"],
  ["danke, tschüss", "goodbye"],
  ["gracias, hasta luego", "goodbye"],
])("of several, the last one counts: '%s'", (message, kind) => {
  expect(courtesyIn(message)).toBe(kind);
});

it.each(["how are you", "you are funny", "the history of China", "", "kthxbyeee", "are you a robot?"])(
  "'%s' is none",
  (message) => {
    expect(courtesyIn(message)).toBeNull();
  },
);
