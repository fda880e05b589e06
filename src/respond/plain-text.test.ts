import { expect, it } from "vitest";
import type { Ui, UiButton } from "../engine/assistant/ui.ts";
import { asPlainText, numberedChoices } from "./plain-text.ts";

const button = (label: string): UiButton => ({ label, command: { type: "start_flow", flow: label } });

it("is the text alone where there is nothing else to show", () => {
  expect(asPlainText({ text: "Hello." })).toBe("Hello.");
  expect(asPlainText({ text: "Hello.", ui: {} })).toBe("Hello.");
});

it("numbers buttons and quick replies in one list", () => {
  const ui: Ui = { buttons: [button("Flights"), button("Hotels")], quickReplies: [button("Help")] };
  expect(asPlainText({ text: "What next?", ui })).toBe("What next?\n1. Flights\n2. Hotels\n3. Help");
});

it("does not list options twice", () => {
  const ui: Ui = { buttons: [button("Flights"), button("Hotels")] };
  const text = "Which one do you mean?\n1. Flights\n2. Hotels\nPage 1 of 2.";
  expect(asPlainText({ text, ui })).toBe(text);
});

it("tells what cards and images say", () => {
  const ui: Ui = {
    image: { url: "https://example.com/map.png", alt: "Map" },
    card: { title: "Iberia", text: "120 euros", buttons: [button("Take it")] },
    carousel: [
      { title: "Vueling", buttons: [button("Cheaper")] },
      { title: "Ryanair", text: "", buttons: [] },
    ],
  };
  expect(asPlainText({ text: "", ui })).toBe(
    "Map: https://example.com/map.png\nIberia: 120 euros\nVueling\nRyanair\n1. Take it\n2. Cheaper",
  );
});

it("does not explain that a question can be answered with yes or no", () => {
  const yesAndNo = (yes: string, no: string): Ui => ({
    buttons: [
      { label: yes, command: { type: "affirm", promptId: "p" } },
      { label: no, command: { type: "deny", promptId: "p" } },
    ],
  });
  expect(asPlainText({ text: "Book it?", ui: yesAndNo("Yes", "No") })).toBe("Book it?");
  expect(asPlainText({ text: "¿Reservo?", ui: yesAndNo("Sí", "No") })).toBe("¿Reservo?");
  expect(asPlainText({ text: "Book it?", ui: yesAndNo("Go ahead", "No") })).toBe("Book it?\n1. Go ahead\n2. No");
});

it("gives the button behind each number", () => {
  const ui: Ui = { buttons: [button("Flights")], card: { title: "Hotel", buttons: [button("Hotels")] } };
  expect(numberedChoices({ text: "", ui }).map((choice) => choice.label)).toEqual(["Flights", "Hotels"]);
  expect(numberedChoices({ text: "" })).toEqual([]);
});

it("leaves the numbers to the question after an offer that is made in words", () => {
  const ui: Ui = { buttons: [{ label: "Call a taxi", command: { type: "resume_flow", flow: "taxi" } }] };
  const inWords = { text: "You can also continue with this: call a taxi.", ui };
  expect(asPlainText(inWords)).toBe(inWords.text);
  expect(numberedChoices(inWords)).toEqual([]);
  const asked = { text: "Which of these?\n1. Call a taxi", ui };
  expect(numberedChoices(asked)).toEqual(ui.buttons);
});
