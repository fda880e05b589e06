import { describe, expect, it } from "vitest";
import { readLine } from "./read-line.ts";

const choices = [
  { label: "Book a flight", command: { type: "start_flow", flow: "book_flight" } },
  { label: "Check a booking", command: { type: "start_flow", flow: "check_booking" } },
] as const;

describe("a line of the chat", () => {
  it("is a message unless it begins with a slash", () => {
    expect(readLine("  book a flight ", [])).toEqual({ kind: "message", text: "book a flight" });
    expect(readLine(" ", [])).toEqual({ kind: "nothing" });
  });

  it("that is a number sends the command of that choice, in the choice's own words", () => {
    expect(readLine("2", choices)).toEqual({
      kind: "message",
      text: "Check a booking",
      commands: [{ type: "start_flow", flow: "check_booking" }],
    });
  });

  it("that is a number without such a choice is a message", () => {
    expect(readLine("3", choices)).toEqual({ kind: "message", text: "3" });
    expect(readLine("2", [])).toEqual({ kind: "message", text: "2" });
    expect(readLine("0", choices)).toEqual({ kind: "message", text: "0" });
  });

  it("can ask for a view or send typed commands", () => {
    expect(readLine("/state", [])).toEqual({ kind: "view", view: "state" });
    expect(readLine("/affirm", [])).toEqual({ kind: "message", text: "/affirm", commands: [{ type: "affirm" }] });
    expect(readLine("/affrm", [])).toMatchObject({ kind: "mistake" });
  });
});
