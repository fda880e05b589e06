import { describe, expect, it } from "vitest";
import { bookFlight, checkBooking } from "../../tests/model/contexts.ts";
import { isLeftForSlots } from "./left-for-slots.ts";

describe("a message that starts a flow", () => {
  it.each([
    "I'd like to book a flight",
    "Hi! Could you help with some flights, please?",
    "booking a flight",
    "quiero book a flight, por favor",
  ])("says no more than that: %s", (message) => {
    expect(isLeftForSlots(message, [bookFlight], "en")).toBe(false);
  });

  it.each([
    "book a flight to Rome",
    "book a business flight",
    "book a flight biz",
    "book a flight tomorrow",
    "book 2 flights",
    "book a flight for two",
  ])("says something for its slots: %s", (message) => {
    expect(isLeftForSlots(message, [bookFlight], "en")).toBe(true);
  });

  it("is read with the words of all flows that it starts", () => {
    expect(isLeftForSlots("book a flight and check my booking", [bookFlight, checkBooking], "en")).toBe(false);
    expect(isLeftForSlots("book a flight and check my booking BK-7", [bookFlight, checkBooking], "en")).toBe(true);
  });

  it("has a value where an example has one", () => {
    const transfer = { ...bookFlight, examples: ["send money to Ana", "transfer {amount} euros"], slots: [] };
    expect(isLeftForSlots("send money to Ana", [transfer], "en")).toBe(true);
    expect(isLeftForSlots("transfer euros", [transfer], "en")).toBe(false);
  });
});
