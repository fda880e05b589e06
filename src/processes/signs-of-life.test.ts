import { describe, expect, it } from "vitest";
import { type Look, look, lookEvery, type SignsOfLife, verdictOn } from "./signs-of-life.ts";

const limits = { spinning: { silent: 3000, computing: 2000 }, unknown: 10_000, hung: 30_000 };
const fresh: SignsOfLife = { silent: 0, computedBefore: null };

/** The verdict on a process after several looks; each adds to its processor time. */
function verdictAfter(looks: readonly (Partial<Look> & { readonly computing?: number | null })[]) {
  let signs = fresh;
  let computed: number | null = 0;
  for (const { sign = false, elapsed = lookEvery, computing = 0 } of looks) {
    computed = computing === null ? null : (computed ?? 0) + computing;
    signs = look(signs, { sign, elapsed, computed });
  }
  return verdictOn(signs, computed, limits);
}
const times = <Each>(count: number, each: Each): readonly Each[] => Array.from({ length: count }, () => each);
const sign = { sign: true };

describe("a silent process", () => {
  it("spins if it computed most of three seconds", () => {
    expect(verdictAfter([sign, ...times(11, { computing: 250 })])).toBe("alive");
    expect(verdictAfter([sign, ...times(12, { computing: 250 })])).toBe("spinning");
  });

  it("is starved if it hardly computed, and is left alone", () => {
    expect(verdictAfter([sign, ...times(100, { computing: 10 })])).toBe("alive");
  });

  it("spins also if it got a quarter of a processor, only later", () => {
    expect(verdictAfter([sign, ...times(31, { computing: 62 })])).toBe("alive");
    expect(verdictAfter([sign, ...times(33, { computing: 62 })])).toBe("spinning");
  });

  it("computes as much as it likes while it gives signs", () => {
    expect(verdictAfter(times(20, [...times(4, { computing: 250 }), { sign: true, computing: 250 }]).flat())).toBe(
      "alive",
    );
  });

  it("hangs if nothing is heard for long, computing or not", () => {
    expect(verdictAfter([sign, ...times(119, {})])).toBe("alive");
    expect(verdictAfter([sign, ...times(120, {})])).toBe("hung");
  });

  it("is given more time where processor time can't be told", () => {
    expect(verdictAfter([sign, ...times(39, { computing: null })])).toBe("alive");
    expect(verdictAfter([sign, ...times(40, { computing: null })])).toBe("hung");
  });

  it("was not silent while the machine slept", () => {
    expect(verdictAfter([sign, { elapsed: 3_600_000, computing: 3000 }])).toBe("alive");
  });
});
