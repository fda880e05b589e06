import { describe, expect, it } from "vitest";
import { findUnsound, sayUnsound, unsoundString } from "./sound-strings.ts";

const limits = { length: 100 };

describe("strings from outside", () => {
  it.each([
    ["NUL", "a\u0000b", "control_characters"],
    ["an escape", "\u001b[2J", "control_characters"],
    ["a control of the second block", "a\u0085", "control_characters"],
    ["half a character", "a\ud800", "malformed"],
    ["a line break and a tab", "a\n\tb\r\n", null],
    ["emoji and other scripts", "👩‍👩‍👧 中文 العربية", null],
  ])("%s", (_, text, reason) => {
    expect(unsoundString(text)).toBe(reason);
    expect(findUnsound({ a: [{ b: text }] }, limits)?.reason ?? null).toBe(reason);
    expect(findUnsound({ [text]: 1 }, limits)?.reason ?? null).toBe(reason);
  });

  it("tells where the string stands", () => {
    const found = findUnsound({ slots: { name: ["ok", "\u0000"] } }, limits);
    expect(found).toEqual({ reason: "control_characters", path: "/slots/name/1" });
    expect(found && sayUnsound(found)).toBe("The value at /slots/name/1 holds control characters.");
  });

  it("bounds length, depth and number", () => {
    expect(findUnsound("a".repeat(101), limits)?.reason).toBe("too_long");
    const deep = JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`) as unknown;
    expect(findUnsound(deep, limits)?.reason).toBe("too_deep");
    expect(findUnsound(Array(30_000).fill(1), limits)?.reason).toBe("too_deep");
  });
});
