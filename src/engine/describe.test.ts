import { expect, it } from "vitest";
import { describe, flowLabel, slotLabel } from "./describe.ts";

const long = "Use this whenever the user wants to fly somewhere, alone or with others, on any day";

it("a slot is called by its label, or by its name in words, never by its description", () => {
  expect(slotLabel({ name: "passengers", label: "travellers" })).toBe("travellers");
  expect(slotLabel({ name: "departure_date" })).toBe("departure date");
  expect(slotLabel({ name: "departureDate" })).toBe("departure date");
  expect(slotLabel({ name: "iban_DE" })).toBe("iban DE");
});

it("a flow is called by its label, or by a description that fits on a button", () => {
  expect(flowLabel({ name: "book_flight", label: "Book a flight", description: long })).toBe("Book a flight");
  expect(flowLabel({ name: "book_flight", description: "Book one flight." })).toBe("Book one flight");
});

it.each([long, "", "Books a flight. Not for trains", "For the model: book a flight"])(
  "a flow is called by its name in words where its description is '%s'",
  (description) => {
    expect(flowLabel({ name: "book_flight", description })).toBe("Book flight");
  },
);

it("what a thing is stands in its description, or else in what it is called", () => {
  expect(describe({ name: "seats", label: "places", description: " How many people sit. " })).toBe(
    "How many people sit.",
  );
  expect(describe({ name: "seats", label: "places", description: "" })).toBe("places");
  expect(describe({ name: "window_seat", description: " " })).toBe("window seat");
});
