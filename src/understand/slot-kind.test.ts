import { describe, expect, it } from "vitest";
import { slotInScope } from "../../tests/support/slot-in-scope.ts";
import type { SlotType } from "../engine/slot-types/slot-types.ts";
import { type SlotKind, slotKindOf } from "./slot-kind.ts";
import type { SlotInScope } from "./understander.ts";

const kindOf = (
  name: string,
  description: string,
  prompt: string,
  rest: Partial<SlotInScope> & { readonly language?: string } = {},
): SlotKind => slotKindOf(slotInScope(name, description, { prompt, ...rest }), rest.language ?? "en");

describe("what a text slot takes", () => {
  it.each([
    ["email", "E-mail address", "Where should we send it?", "email"],
    ["contact", "", "What is your e-mail address?", "email"],
    ["reach", "How to reach the customer", "On which phone number can we reach you?", "phone"],
    ["site", "Link to the files", "Where are the files?", "url"],
    ["account", "IBAN of the account", "Which account?", "iban"],
    ["car", "", "What's the licence plate of the car?", "plate"],
    ["booking", "Booking reference", "Which booking is it?", "code"],
    ["home", "Delivery address", "Where should we deliver?", "address"],
    ["client", "Name of the client", "What name is it under?", "name"],
    ["recipient", "Who gets the voucher", "Who is it for?", "name"],
    ["arrival", "Arrival", "What day do you arrive?", "date"],
    ["budget", "Budget for the trip", "How much do you want to spend?", "money"],
  ] as const)("%s (%s, %s) takes %s", (name, description, prompt, kind) => {
    expect(kindOf(name, description, prompt).reads[0]).toBe(kind);
  });

  it("is decided by what is asked, not by the name", () => {
    expect(kindOf("email", "City of the branch", "In which city is it?")).toMatchObject({ reads: [], names: "place" });
    expect(kindOf("destination", "E-mail address", "Where should we send the bill?").reads).toEqual(["email"]);
  });

  it("takes no other words where the author leaves no doubt about the form", () => {
    expect(kindOf("email", "E-mail address", "Where should we send it?").freeText).toBe("none");
    expect(kindOf("name", "Name of the guest", "Your name?").freeText).toBe("short");
  });

  it("takes a whole answer where the question asks for a story", () => {
    expect(kindOf("issue", "What is wrong with it", "What happened?").freeText).toBe("long");
    expect(kindOf("sintoma", "Qué le pasa", "¿Qué le pasa?", { language: "es" }).freeText).toBe("long");
    expect(kindOf("title", "Title of the book", "Which book?").freeText).toBe("short");
  });

  it("is told by its examples and its validator where the words say nothing", () => {
    expect(kindOf("it", "", "And that?", { examples: ["BK-7421", "BK-1180"] }).reads).toContain("code");
    expect(kindOf("it", "", "And that?", { examples: ["ana@example.org"] }).reads).toEqual(["email"]);
    expect(kindOf("it", "", "And that?", { validator: "check_phone_number" }).reads).toEqual(["phone"]);
  });

  it("has names of persons, places or things", () => {
    expect(kindOf("walker", "Name of the walker", "Which walker was it?").names).toBe("person");
    expect(kindOf("city", "City", "Which city?").names).toBe("place");
    expect(kindOf("band", "Name of the band or show", "What's it called?").names).toBe("thing");
  });
});

describe("what a number counts", () => {
  const number = (description: string, prompt: string, type: SlotType = "float", language = "en") =>
    kindOf("n", description, prompt, { type, language });

  it("is a measure in the unit that the author names", () => {
    expect(number("Weight in kilograms", "How heavy is it?")).toMatchObject({
      reads: ["quantity", "number"],
      unit: "kg",
    });
    expect(number("Metros cuadrados del jardín", "¿Cuántos?", "float", "es")).toMatchObject({ unit: "m2" });
    expect(number("", "How far is it?", "float").reads[0]).toBe("quantity");
    expect(kindOf("n", "Cargo", "How much?", { type: "float", unit: "kg" })).toMatchObject({ unit: "kg" });
  });

  it("is pounds of money or of weight, as the other words say", () => {
    expect(number("Weight in pounds", "How heavy is it?")).toMatchObject({ unit: "lb", currency: null });
    expect(number("Value of the voucher in pounds", "How much?")).toMatchObject({ unit: null, currency: "GBP" });
  });

  it("is a length of time", () => {
    expect(number("Length of the walk", "How many minutes?", "integer")).toMatchObject({
      reads: ["duration", "number"],
      unit: "minute",
    });
    expect(number("Número de noches", "¿Cuántas noches?", "integer", "es")).toMatchObject({ unit: "day" });
    expect(number("Age of the swimmer", "How old are they?", "integer")).toMatchObject({ unit: "year" });
  });

  it("is people or things", () => {
    expect(number("", "How many of you are there?", "integer")).toMatchObject({
      reads: ["count", "number"],
      counts: "people",
    });
    expect(number("Cuántas personas asisten", "", "integer", "es").counts).toBe("people");
    expect(number("Anzahl der Gäste", "Wie viele kommen?", "integer", "de").counts).toBe("people");
    expect(number("", "Combien de personnes ?", "integer", "fr").counts).toBe("people");
    expect(number("Number of copies", "How many?", "integer").counts).toBe("things");
  });
});

describe("when a day is", () => {
  const tense = (description: string, prompt: string, language = "en") =>
    kindOf("day", description, prompt, { type: "date", language }).tense;

  it("is past where the question is about what has happened", () => {
    expect(tense("Day of the accident", "When did it happen?")).toBe("past");
    expect(tense("Date of birth", "When were you born?")).toBe("past");
    expect(tense("First symptoms", "Since when have you had it?")).toBe("past");
    expect(tense("Fecha de nacimiento", "¿Cuándo nació?", "es")).toBe("past");
    expect(tense("", "¿Qué día pasó?", "es")).toBe("past");
    expect(tense("Geburtsdatum", "Wann sind Sie geboren?", "de")).toBe("past");
    expect(tense("Date de naissance", "Quand êtes-vous né ?", "fr")).toBe("past");
  });

  it("is to come where the question is about a plan", () => {
    expect(tense("Day of the appointment", "Which day suits you?")).toBe("future");
    expect(tense("Best before date", "What is the best before date?")).toBe("future");
    expect(tense("", "¿Para qué día lo quiere?", "es")).toBe("future");
  });

  it("is open where nothing tells", () => {
    expect(tense("The day", "Which day?")).toBeNull();
    expect(kindOf("n", "What you did", "What did you do?").tense).toBeNull();
  });
});

describe("which end a slot stands for", () => {
  it.each([
    ["from_date", "First night", "From when?", "date", "start"],
    ["back", "Day of the return", "When do you come back?", "date", "end"],
    ["origin", "City of departure", "Where do you fly from?", "string", "start"],
    ["destination", "Destination", "Where are you going?", "string", "end"],
    ["until", "", "Until what time?", "time", "end"],
    ["day", "Day of the visit", "Which day?", "date", null],
  ] as const)("%s: %s, %s", (name, description, prompt, type, role) => {
    expect(kindOf(name, description, prompt, { type }).role).toBe(role);
  });

  it("in Spanish", () => {
    const role = (prompt: string) => kindOf("dia", "", prompt, { type: "date", language: "es" }).role;
    expect([role("¿Desde cuándo?"), role("¿Hasta cuándo?"), role("¿Qué día?")]).toEqual(["start", "end", null]);
  });
});

it("values that are listed take nothing else, and yes and no are read as such", () => {
  const values = ["small", "large"].map((value) => ({ value, synonyms: [] }));
  expect(kindOf("size", "Size", "Which size?", { type: "categorical", values })).toMatchObject({
    reads: [],
    freeText: "none",
  });
  expect(kindOf("express", "Whether it goes express", "Express?", { type: "boolean" }).reads).toEqual(["yes_no"]);
});
