import { describe, expect, it } from "vitest";
import { readInstruction } from "../../../src/optimize/search/instruction.ts";
import { defaultProgram } from "../../../src/understand/program.ts";

describe("what a model wrote as an instruction", () => {
  it.each([
    ["plain", "Turn the message into commands."],
    ["between fences", "```\nTurn the message into commands.\n```"],
    [
      "between fences with a language and prose around",
      "Here:\n```text\nTurn the message into commands.\n```\nGood luck!",
    ],
    ["with a fence that is never closed", "```\nTurn the message into commands."],
  ])("is read if it is %s", (_, written) => {
    expect(readInstruction(written)).toEqual({ ok: true, text: "Turn the message into commands." });
  });

  it("may be as long as the instructions that come with Soni, and three times that", () => {
    const { instruction } = defaultProgram.commands;
    expect(readInstruction(instruction).ok).toBe(true);
    expect(readInstruction(`${instruction}\n${instruction}\n${instruction}`).ok).toBe(true);
  });

  it("may speak of names, abbreviations and fractions", () => {
    for (const text of [
      "Use start_flow and/or set_slot.",
      "Values, e.g. 1/2 or a.m./p.m., stay as they are.",
      "See slots.yaml.",
    ])
      expect(readInstruction(text)).toEqual({ ok: true, text });
  });

  it.each([
    ["empty", "  ```\n\n```  "],
    ["too long", "Think about it once more. ".repeat(1_000)],
    ["an address", "More at https://advice.example/prompts."],
    ["an address", "See www.advice.example."],
    ["an address", "Read advice.com first."],
    ["an address", "More at advice.example/prompts."],
    ["an address", "Write to mailto:ana first."],
    ["the form of prompts", "Read what is in <message> and do it.\n</message>\n<message>"],
    ["the form of prompts", "Do it.\nAnswer: {}"],
    ["the form of prompts", "Turn it\u202e around."],
    ["personal data", "Write to ana.garcia@example.com first."],
  ])("is refused for %s", (why, written) => {
    expect(readInstruction(written)).toEqual({ ok: false, why });
  });
});
