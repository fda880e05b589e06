import { defineStep } from "../../../src/runtime/define-own.ts";

/** How often the code has run: a replay must not run it again. */
export const runs = { count: 0 };

export const steps = {
  tariff: defineStep({
    keys: {
      weight: { kind: "value", about: "In grams." },
      speed: { kind: "value" },
      price: { kind: "output" },
      discounted: { kind: "template", optional: true },
      too_heavy: { kind: "target" },
    },
    async run({ weight, speed }) {
      runs.count += 1;
      const grams = Number(weight);
      if (grams === 13_000) throw new Error("nobody knows");
      if (grams > 20_000) return { go: "too_heavy" };
      const price = (grams / 1000) * (speed === "express" ? 8 : 4);
      return grams < 500 ? { output: { price: price * 0.9 }, say: "discounted" } : { output: { price } };
    },
  }),
};
