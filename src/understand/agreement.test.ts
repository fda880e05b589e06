import { describe, expect, it } from "vitest";
import { couldAgree } from "./agreement.ts";

describe("a yes in the user's own words", () => {
  it.each([
    "yes",
    "yes please, and show my balance",
    "Yeah go on",
    "sounds good",
    "sure, why not?",
    "confirm",
    "book it",
    "can you book it?",
    "please go ahead and book that one for me",
    "that looks fine to me",
    "perfect, thanks",
    "let's do it",
    "make it so",
    "👍",
    "vale",
    "venga, resérvalo",
    "muy bien",
  ])("can be '%s'", (message) => {
    expect(couldAgree(message, message === "vale" ? "es" : "en")).toBe(true);
  });

  it.each([
    "",
    "?",
    "no",
    "not yet",
    "what about luggage?",
    "how much luggage may I take",
    "which terminal is it",
    "wait a moment",
    "to Rome instead",
    "is there a good hotel near the airport?",
    "¿cuánto equipaje puedo llevar?",
  ])("cannot be '%s'", (message) => {
    expect(couldAgree(message, "en")).toBe(false);
  });

  it("is taken from a short answer in a language whose words we do not know", () => {
    expect(couldAgree("ja, bitte", "de")).toBe(true);
    expect(couldAgree("はい", "ja")).toBe(true);
    expect(couldAgree("wie viel Gepäck darf ich mitnehmen?", "de")).toBe(false);
  });
});
