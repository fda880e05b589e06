import { describe, expect, it } from "vitest";
import { descriptionAsText, exampleAsText, nameAsWords } from "./flow-texts.ts";

describe("the texts of a flow", () => {
  it.each([
    ["book_flight", "book flight"],
    ["BookFlight", "book flight"],
    ["Travel_1__BookFlight", "travel book flight"],
    ["reserva-hotel", "reserva hotel"],
  ])("reads the name %s as words", (name, words) => {
    expect(nameAsWords(name)).toBe(words);
  });

  it("keeps the place of a placeholder as the slot's words", () => {
    expect(exampleAsText("fly to {destination_city} on {date}")).toBe("fly to destination city on date");
  });

  it("falls back to the name where the description is blank", () => {
    expect(descriptionAsText({ name: "book_flight", description: " ", examples: [] })).toBe("book flight");
  });
});
