import { describe, expect, it } from "vitest";
import { subjectLines } from "./subject-lines.ts";

const said = ["a", "b", "c", "d", "e"];

describe("what a message leaves to the lines before it", () => {
  it.each(["Book it", "That works for me. Reserve it.", "Okay, can you buy two for Friday at 3 pm?", "yes please"])(
    "is its subject: %s",
    (message) => expect(subjectLines(message, said)).toEqual(["b", "c", "d", "e"]),
  );

  it.each(["Book a hotel", "check my balance", "play it", "send it to Ana", "Reserva una mesa"])(
    "is nothing where it says itself what it is about: %s",
    (message) => expect(subjectLines(message, said)).toEqual([]),
  );
});
