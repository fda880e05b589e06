import { describe, expect, it } from "vitest";
import { descriptionAsText, descriptionAsTopic, exampleAsText, nameAsWords, slotsAsText } from "./flow-texts.ts";

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

  it("names the description as what a user asks about", () => {
    const flow = { name: "book_flight", description: "Book a flight", examples: [] };
    expect(descriptionAsTopic(flow)).toBe("my question is about book a flight");
  });

  it("joins what its slots ask for, by name where a slot has no description", () => {
    const slot = { type: "string", examples: [], values: [], required: true } as const;
    const slots = [
      { ...slot, name: "city", description: "City you fly to" },
      { ...slot, name: "leaving_day", description: "" },
    ];
    const flow = { name: "book_flight", description: "Book a flight", examples: [] };
    expect(slotsAsText({ ...flow, slots })).toBe("City you fly to. leaving day");
    expect(slotsAsText(flow)).toBe("");
  });
});
