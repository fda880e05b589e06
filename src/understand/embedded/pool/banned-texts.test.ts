import { describe, expect, it } from "vitest";
import { createBannedTexts } from "./banned-texts.ts";

const minute = 60_000;

function open() {
  const clock = { now: 0 };
  return { clock, banned: createBannedTexts(() => clock.now) };
}

describe("banned texts", () => {
  it("are known again in other capitals, blanks and Unicode forms", () => {
    const { banned } = open();
    banned.strike("José  García\nbooks");
    expect(banned.isBanned(" josé garcía books ".normalize("NFD"))).toBe(true);
    expect(banned.isBanned("jose garcia books")).toBe(false);
  });

  it("are let go after a minute, then after twice as long, and never kept longer than an hour", () => {
    const { clock, banned } = open();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      banned.strike("text");
      clock.now += minutes * minute - 1;
      expect([banned.isBanned("text"), banned.size()]).toEqual([true, 1]);
      clock.now += 1;
      expect([banned.isBanned("text"), banned.size()]).toEqual([false, 0]);
    }
  });

  it("are a bounded number; the oldest is forgotten", () => {
    const { banned } = open();
    for (let index = 0; index < 1_001; index++) banned.strike(`text ${index}`);
    expect([banned.size(), banned.isBanned("text 0"), banned.isBanned("text 1")]).toEqual([1_000, false, true]);
  });
});
