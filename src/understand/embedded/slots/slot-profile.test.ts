import { describe, expect, it } from "vitest";
import { slotInScope as slot } from "../../../../tests/support/slot-in-scope.ts";
import { profileOf } from "./slot-profile.ts";

const values = (...texts: readonly string[]) => texts.map((value) => ({ value, synonyms: [] }));

describe("what kind of words fill a slot", () => {
  it.each([
    ["origin", "City of departure", "place", "start"],
    ["destination", "City of arrival", "place", "end"],
    ["check_out_date", "End date of the stay", "date", "end"],
    ["appointment_time", "Time of the appointment", "time", "none"],
    ["recipient_name", "The name of the recipient to transfer the money to", "person", "none"],
    ["movie_name", "Name of the movie", "title", "none"],
    ["amount", "The amount of money to transfer", "money", "none"],
    ["cuisine", "Cuisine of food served in the restaurant", "topic", "none"],
    ["stay_length", "Length of stay in days", "count", "none"],
    ["booking_code", "Code of an existing booking", "code", "none"],
  ] as const)("%s (%s) takes a %s", (name, description, kind, role) => {
    expect(profileOf(slot(name, description))).toMatchObject({ kind, role });
  });

  it("takes the type where it says more than the words", () => {
    expect(profileOf(slot("when", "", { type: "date" })).kind).toBe("date");
    expect(profileOf(slot("rooms", "Rooms", { values: values("1", "2") })).kind).toBe("count");
    expect(profileOf(slot("wifi", "Wifi", { values: values("True", "False") })).kind).toBe("boolean");
    expect(profileOf(slot("class", "Class", { values: values("economy", "business") })).kind).toBe("categorical");
  });
});
